// Files of shared/site/public/: their names, and those that the server reads from the disk for each request because they are
// large. tests/support/build-fixture.ts makes tour.mp4, inventar.json and preise.json.
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { ask } from '../support/ask.ts'
import { build, dist, folder, listen, manifest, siteOf } from '../support/fixture-site.ts'
import { leaveOut } from '../support/needs.ts'

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

  const linuxOnly = leaveOut(process.platform !== 'linux', 'only Linux shows in /proc which files are open')
  test('a large file is closed when its client has left', linuxOnly, async () => {
    const isOpen = () =>
      readdirSync('/proc/self/fd').some(fd => {
        const target = `/proc/self/fd/${fd}`
        return existsSync(target) && readlinkSync(target) === inCopy('tour.mp4')
      })
    const asked = Promise.withResolvers<void>()
    vi.stubGlobal('sources', {
      stock: () => {
        asked.resolve()
        return new Promise(() => {})
      },
    })
    const client = connect(server.port, '127.0.0.1').on('error', () => {})
    // The file cannot be sent before the page, which waits for its source.
    for (const path of ['/lager', '/tour.mp4']) client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await asked.promise
    await expect.poll(isOpen).toBe(true)
    client.destroy()
    await expect.poll(isOpen).toBe(false)
  })
})

test.each(['live', 'static'] as const)(
  '%s: a link preview and a large file have ETags of their bytes, whenever they were written',
  async serve => {
    const etagsOf = async (writtenAt: number, firstByte: string) => {
      const copy = mkdtempSync(join(tmpdir(), 'site-'))
      cpSync(build, join(copy, 'build'), { recursive: true })
      cpSync(dist, join(copy, 'dist'), { recursive: true })
      for (const folder of ['build/public', 'dist']) {
        const tour = join(copy, folder, 'tour.mp4')
        writeFileSync(tour, firstByte.padEnd(2_000_000, 'x'))
        for (const file of [tour, join(copy, folder, 'og/home.png')]) utimesSync(file, writtenAt, writtenAt)
      }
      const folders = { build: join(copy, 'build'), dist: join(copy, 'dist') }
      await using server = await listen(
        await siteOf({ serve, ...folders, manifest: { ...manifest, digests: {} } }),
      )
      const etagOf = async (path: string) => (await ask(server.url + path)).headers.etag
      return { preview: await etagOf('/og/home.png'), tour: await etagOf('/tour.mp4') }
    }
    const first = await etagsOf(1000, 'a')
    expect(first).toEqual({ preview: expect.stringMatching(/^"/), tour: expect.stringMatching(/^"/) })
    expect(await etagsOf(2000, 'a')).toEqual(first)
    expect((await etagsOf(1000, 'b')).tour).not.toBe(first.tour)
  },
)

test('the build has hashed each link preview, so that a start need not read them', () => {
  const names = readdirSync(join(build, 'public/og'), { recursive: true, encoding: 'utf8' })
  const previews = names.filter(name => name.endsWith('.png')).map(name => `og/${name.replaceAll('\\', '/')}`)
  expect(previews).toContain('og/home.png')
  expect(Object.keys(manifest.digests)).toEqual(expect.arrayContaining(previews))
})
