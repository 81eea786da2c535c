// Files of shared/site/public/: their names, and those that the server reads from the disk for each request because they are
// large. tests/support/build-fixture.ts makes tour.mp4, inventar.json and preise.json.
import { cpSync, mkdtempSync, readFileSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { build, dist, folder, listen, siteOf } from '../support/fixture-site.ts'

const tour = readFileSync(join(folder, 'shared/site/public/tour.mp4'))

describe.each([
  { serve: 'live', place: 'build/public' },
  { serve: 'static', place: 'dist' },
] as const)('$serve:', async ({ serve, place }) => {
  const copy = mkdtempSync(join(tmpdir(), 'site-'))
  cpSync(build, join(copy, 'build'), { recursive: true })
  cpSync(dist, join(copy, 'dist'), { recursive: true })
  const inCopy = (name: string) => join(copy, place, name)
  for (const name of ['tour.mp4', 'inventar.json']) utimesSync(inCopy(name), 0, 0)
  const original = await listen(await siteOf({ serve }))
  const server = await listen(await siteOf({ serve, build: join(copy, 'build'), dist: join(copy, 'dist') }))
  afterAll(() => Promise.all([original.close(), server.close()]))
  const url = `${server.url}/tour.mp4`

  /** The ETags of a file by content encoding, all of which have been asked for. */
  async function etagsOf(name: string, url = server.url) {
    const etags: Record<string, string | undefined> = {}
    for (const encoding of ['identity', 'br', 'gzip']) {
      const { headers } = await ask(`${url}/${name}`, { headers: { 'Accept-Encoding': encoding } })
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
      etags[encoding] = headers.etag
    }
    return etags
  }

  test('a file is served under its name, however its letters are composed', async () => {
    for (const name of ['Größe #5 (100 %).txt', 'Preisliste für Größen.pdf'])
      for (const form of ['NFC', 'NFD'])
        expect((await ask(`${server.url}/${encodeURIComponent(name.normalize(form))}`)).status).toBe(200)
  })

  test('a large file is sent with its type and a strong ETag, and kept by browsers', async () => {
    const { status, headers, body } = await ask(url)
    expect([status, body.equals(tour)]).toEqual([200, true])
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '2000000',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"/),
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
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

  test('each content encoding of a large file has its own strong ETag', async () => {
    const etags = Object.values(await etagsOf('inventar.json'))
    expect(etags).toEqual(Array(3).fill(expect.stringMatching(/^"[\w-]+"$/)))
    expect(new Set(etags).size).toBe(3)
  })

  test('a large file has the same ETags in another folder and with another time, as on another replica', async () => {
    for (const name of ['tour.mp4', 'inventar.json']) {
      const { headers } = await ask(`${original.url}/${name}`)
      expect({ name, etag: (await ask(`${server.url}/${name}`)).headers.etag }).toEqual({
        name,
        etag: headers.etag,
      })
    }
    expect(await etagsOf('inventar.json')).toEqual(await etagsOf('inventar.json', original.url))
  })

  test('two large files of one type and length have different ETags', async () => {
    const [wood, prices] = [await ask(`${server.url}/inventar.json`), await ask(`${server.url}/preise.json`)]
    expect(prices.headers['content-length']).toBe(wood.headers['content-length'])
    expect(prices.headers.etag).not.toBe(wood.headers.etag)
  })

  describe('a large file that is not what it was when the server started is a 404:', () => {
    afterEach(() => writeFileSync(inCopy('tour.mp4'), tour))

    test.each([
      ['removed', () => unlinkSync(inCopy('tour.mp4'))],
      ['replaced by a shorter one', () => writeFileSync(inCopy('tour.mp4'), tour.subarray(1))],
      ['replaced by a longer one', () => writeFileSync(inCopy('tour.mp4'), `${tour}0`)],
      ['emptied', () => writeFileSync(inCopy('tour.mp4'), '')],
    ])('%s', async (_, change) => {
      change()
      const { status, headers } = await ask(url)
      const { etag, 'cache-control': cache } = headers
      expect({ status, etag, cache }).toEqual({ status: 404, etag: undefined, cache: 'no-store' })
    })
  })
})
