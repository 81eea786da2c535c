// The generated social images as files: how they are sent, and that a server doesn't keep them in memory.
import { hash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, unlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { build, dist, listen, manifest, siteOf, table } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { HEADERS_CHANGED, ofEach, sentIn, subresource } from '../../../tests/support/sent-headers.ts'

const live = await listen(await siteOf())
afterAll(() => live.close())
const PICTURE = '/og/home.png'

test('a social image has exactly these headers, which let other sites embed it', async () => {
  const { status, headers } = await request(live.url + PICTURE)
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

test('dist/ has the social image of each page', () => {
  const missing = table.routes.filter(({ id }) => !existsSync(join(dist, `og/${id}.png`)))
  expect(missing).toEqual([])
})

test('the build hashes each image, so the server needn’t read them when it starts', () => {
  const names = readdirSync(join(build, 'public/og'), { recursive: true, encoding: 'utf8' })
  const pictures = names.filter(name => name.endsWith('.png')).map(name => `og/${name.replaceAll('\\', '/')}`)
  expect(pictures).toContain('og/home.png')
  const hashes = pictures.map(name => [
    name,
    hash('sha256', readFileSync(join(build, 'public', name)), 'base64url'),
  ])
  expect(manifest.digests).toMatchObject(Object.fromEntries(hashes))
})

describe('a copy of build/', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'social-images-'))
  cpSync(build, copy, { recursive: true })
  const file = join(copy, 'public', PICTURE)
  utimesSync(file, 0, 0)

  test('sends the same ETag for an image as the original, and reads the image from disk', async () => {
    await using server = await listen(await siteOf({ build: copy }))
    const { headers } = await request(server.url + PICTURE)
    expect(headers.etag).toBe((await request(live.url + PICTURE)).headers.etag)
    unlinkSync(file)
    expect((await request(server.url + PICTURE)).status).toBe(404)
  })
})
