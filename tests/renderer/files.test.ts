import { cpSync, mkdtempSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { build, dist, listen, manifest, siteOf } from '../support/fixture-site.ts'

describe.each(['live', 'static'] as const)('%s:', async serve => {
  const copy = mkdtempSync(join(tmpdir(), 'site-'))
  cpSync(build, join(copy, 'build'), { recursive: true })
  cpSync(dist, join(copy, 'dist'), { recursive: true })
  const bytes = Buffer.from('0123456789abcdef'.repeat(125_000))
  for (const folder of ['build/public', 'dist']) writeFileSync(join(copy, folder, 'tour.mp4'), bytes)
  const digests = { 'tour.mp4': 'a-hash-of-the-build' }
  const folders = { build: join(copy, 'build'), dist: join(copy, 'dist') }
  const server = await listen(await siteOf({ serve, ...folders, manifest: { ...manifest, digests } }))
  const url = `${server.url}/tour.mp4`
  afterAll(() => server.close())

  test('a file is served under its name, however its letters are composed', async () => {
    for (const name of ['Größe #5 (100 %).txt', 'Preisliste für Größen.pdf'])
      for (const form of ['NFC', 'NFD'])
        expect((await ask(`${server.url}/${encodeURIComponent(name.normalize(form))}`)).status).toBe(200)
  })

  test('a large file is sent with its type and a strong ETag, and kept by browsers', async () => {
    const { status, headers, body } = await ask(url)
    expect([status, body.equals(bytes)]).toEqual([200, true])
    expect(headers).toMatchObject({
      ...{ 'content-type': 'video/mp4', 'content-length': '2000000', 'accept-ranges': 'bytes' },
      ...{ etag: expect.stringMatching(/^"/), 'cache-control': 'no-cache' },
      ...{ 'x-content-type-options': 'nosniff', 'x-request-id': expect.any(String) },
    })
    expect(headers).not.toHaveProperty('content-security-policy')
    const head = await ask(url, { method: 'HEAD' })
    expect(head.headers).toMatchObject({ etag: headers.etag, 'content-length': '2000000' })
  })

  test.each([
    ['bytes=0-9', 206, 'bytes 0-9/2000000', '0123456789'],
    ['bytes=-4', 206, 'bytes 1999996-1999999/2000000', 'cdef'],
  ])('a large file is sent in part for %s', async (Range, status, range, part) => {
    const reply = await ask(url, { headers: { Range } })
    expect([reply.status, reply.headers['content-range'], String(reply.body)]).toEqual([status, range, part])
  })

  test('a large file that is gone is a 404', async () => {
    const file = join(copy, serve === 'live' ? 'build/public' : 'dist', 'tour.mp4')
    unlinkSync(file)
    const { status, headers } = await ask(url)
    writeFileSync(file, bytes)
    expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
    expect(headers).not.toHaveProperty('etag')
  })
})
