// The drawn pictures as files: how they are sent, and what they cost a server that hardly anybody asks for them.
import { cpSync, existsSync, mkdtempSync, readdirSync, unlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../tests/support/ask.ts'
import { listenInBothModes } from '../../../tests/support/both-modes.ts'
import { build, dist, listen, manifest, siteOf, table } from '../../../tests/support/fixture-site.ts'
import { HEADERS_CHANGED, ofEach, sentIn, subresource } from '../../../tests/support/sent-headers.ts'

const { live, modes } = await listenInBothModes()
const PICTURE = '/og/home.png'

describe.each(modes)('$mode', ({ server }) => {
  test('a picture has these headers, and no others: other sites may show it', async () => {
    const { status, headers } = await ask(server.url + PICTURE)
    expect(status).toBe(200)
    expect(sentIn(headers), HEADERS_CHANGED).toEqual({
      ...ofEach,
      ...subresource,
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
      'content-type': 'image/png',
      'content-length': expect.stringMatching(/^\d+$/),
      etag: expect.stringMatching(/^"[\w-]{16}"$/),
      'accept-ranges': 'bytes',
    })
  })
})

test('dist/ has the picture of each page', () => {
  const missing = table.routes.filter(({ id }) => !existsSync(join(dist, `og/${id}.png`)))
  expect(missing).toEqual([])
})

test('the build has hashed each picture, so that a start need not read them', () => {
  const names = readdirSync(join(build, 'public/og'), { recursive: true, encoding: 'utf8' })
  const pictures = names.filter(name => name.endsWith('.png')).map(name => `og/${name.replaceAll('\\', '/')}`)
  expect(pictures).toContain('og/home.png')
  expect(Object.keys(manifest.digests)).toEqual(expect.arrayContaining(pictures))
})

describe('a copy of build/', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'social-images-'))
  cpSync(build, copy, { recursive: true })
  const file = join(copy, 'public', PICTURE)
  utimesSync(file, 0, 0)

  test('has the same ETag of a picture, as on another replica, and reads it from the disk', async () => {
    await using server = await listen(await siteOf({ build: copy }))
    const { headers } = await ask(server.url + PICTURE)
    expect(headers.etag).toBe((await ask(live.url + PICTURE)).headers.etag)
    unlinkSync(file)
    expect((await ask(server.url + PICTURE)).status).toBe(404)
  })
})
