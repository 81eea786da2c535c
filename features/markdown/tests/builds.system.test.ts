// What a build makes of the texts in shared/site/content/, on a copy of the project. tests/system/build-mistakes and bundler have the rest.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Bundle, Bundler } from '../../../scripts/bundle/bundle.ts'
import { editFile } from '../../../tests/support/copy-project.ts'
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
    const { createBundler }: typeof import('../../../scripts/bundle/bundle.ts') = await import(
      join(folder, 'scripts/bundle/bundle.ts')
    )
    bundler = await createBundler(
      { program: 'server/start/program.ts' },
      { plugin: { name: 'none', setup() {} }, has: () => false },
    )
    first = await bundler.rebuild()
  })
  afterAll(() => bundler.dispose())

  test('an edit of a text changes the build id', async () => {
    edit(TEXT, /$/, '\nedited')
    expect((await bundler.rebuild()).manifest.buildId).not.toBe(first.manifest.buildId)
  })

  test('a picture next to the texts is in the scripts that import it, with its last edit', async () => {
    const name = join(folder, 'shared/site/content/mark.svg')
    const draw = (size: number) =>
      writeFileSync(name, `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"></svg>`)
    onTestFinished(() => rmSync(name))
    draw(5)
    const imports = "import mark from '../content/mark.svg'\nconsole.log(mark)\n"
    onTestFinished(editFile(folder, 'shared/site/pages/contact.tsx', /^/, imports))
    await bundler.rebuild()
    draw(7)
    const { files } = await bundler.rebuild(new Set([name]))
    const withPicture = [...files].filter(([, body]) => Buffer.from(body).includes('width="7"'))
    expect(withPicture.map(([file]) => file)).toEqual([expect.stringMatching(/^public\/assets\/mark-/)])
  })
})
