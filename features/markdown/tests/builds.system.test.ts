// What a build makes of the texts in shared/site/content/, on a copy of the project. tests/system/build-mistakes and bundler have the rest.
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Bundle, Bundler } from '../../../scripts/bundle/bundle.ts'
import { createBundlerIn, noPackages } from '../../../tests/support/bundler.ts'
import { copyToBreak } from '../../../tests/support/copy-to-break.ts'

const { folder, edit, restore } = await copyToBreak()
afterEach(restore)

const TEXT = 'shared/site/content/agb.md'

const { readSite }: typeof import('../../../scripts/bundle/read-site.ts') = await import(
  join(folder, 'scripts/bundle/read-site.ts')
)
test.each([
  { when: 'at the first second of its date in UTC', now: Date.UTC(2026, 0, 15), isPublished: true },
  { when: 'a second before', now: Date.UTC(2026, 0, 14, 23, 59, 59), isPublished: false },
])('a post is published $when: $isPublished', async ({ now, isPublished }) => {
  vi.stubEnv('SOURCE_DATE_EPOCH', `${now / 1000}`)
  const { table } = await readSite(false)
  expect(table.match('/blog/hof-im-schnee') !== undefined).toBe(isPublished)
})

describe('in development', () => {
  let bundler: Bundler
  let first: Bundle
  beforeAll(async () => {
    bundler = await createBundlerIn(folder, { packages: noPackages })
    first = await bundler.rebuild()
  })
  afterAll(() => bundler.dispose())

  test('an edit of a text changes the build id', async () => {
    edit(TEXT, /$/, '\nedited')
    expect((await bundler.rebuild()).manifest.buildId).not.toBe(first.manifest.buildId)
  })
})
