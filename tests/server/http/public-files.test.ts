// Files of shared/site/public/: their names, their ETags, and large ones, which the server reads from disk for each
// request. tests/support/build-fixture.ts makes tour.mp4 and inventar.json.
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { build, folder, listen, manifest, siteOf } from '../../support/fixture-site.ts'
import { request } from '../../support/http.ts'
import { createLogLines } from '../../support/log-lines.ts'
import { skipIf } from '../../support/needs.ts'

const tour = readFileSync(join(folder, 'shared/site/public/tour.mp4'))

/** Skips the assets: they are most of a build's files. */
const isNoAsset = (path: string) => basename(path) !== 'assets'

describe('a copy of build/', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'site-'))
  cpSync(build, copy, { recursive: true, filter: isNoAsset })
  const inCopy = (name: string) => join(copy, 'public', name)
  for (const name of ['tour.mp4', 'inventar.json']) utimesSync(inCopy(name), 0, 0)
  // Files that the build has not hashed.
  for (const [name, letter] of Object.entries({
    'film-1.mp4': 'a',
    'film-1-again.mp4': 'a',
    'film-2.mp4': 'b',
  }))
    writeFileSync(inCopy(name), letter.repeat(1_000_001))
  utimesSync(inCopy('film-1.mp4'), 0, 0)
  const original = await listen(await siteOf({ serve: 'static' }))
  const server = await listen(await siteOf({ build: copy }))
  afterAll(() => Promise.all([original, server].map(({ close }) => close())))
  const url = `${server.url}/tour.mp4`

  /** The ETags of a file, by content encoding. */
  async function etagsOf(name: string, url = server.url) {
    const etags: Record<string, string | undefined> = {}
    for (const encoding of ['identity', 'br', 'gzip']) {
      const { headers } = await request(`${url}/${name}`, { headers: { 'Accept-Encoding': encoding } })
      etags[headers['content-encoding'] ?? 'identity'] = headers.etag
    }
    return etags
  }

  test('a file is served under its name in NFD, as a Mac writes it', async () => {
    const name = 'Größe #5 (100 %).txt'
    const { status, body } = await request(`${server.url}/${encodeURIComponent(name.normalize('NFD'))}`)
    expect(status).toBe(200)
    expect(body).toBeSameBytes(readFileSync(join(folder, 'shared/site/public', name)))
  })

  test('a large file is sent with its type, a strong ETag and no-cache', async () => {
    const { status, headers, body } = await request(url)
    expect(status).toBe(200)
    expect(body).toBeSameBytes(tour)
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
    expect(headers).not.toHaveProperty('vary') // Video isn't compressed.
  })

  test('the ETag of a large file comes from the build’s hash, if there is one', async () => {
    const digests = { ...manifest.digests, 'tour.mp4': 'of another content' }
    await using other = await listen(await siteOf({ manifest: { ...manifest, digests } }))
    expect(await etagsOf('tour.mp4', other.url)).not.toEqual(await etagsOf('tour.mp4', original.url))
    expect(await etagsOf('inventar.json', other.url)).toEqual(await etagsOf('inventar.json', original.url))
  })

  test('a large file responds with 206 to a range', async () => {
    const { status, headers, body } = await request(url, { headers: { Range: 'bytes=10-19' } })
    expect({ status, range: headers['content-range'], part: String(body) }).toEqual({
      status: 206,
      range: 'bytes 10-19/2000000',
      part: 'abcdef0123',
    })
  })

  test('a large file that the build has compressed is sent compressed', async () => {
    const headers = { 'Accept-Encoding': 'br' }
    const reply = await request(`${server.url}/inventar.json`, { headers })
    expect(reply.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    const decoded = brotliDecompressSync(reply.body)
    expect(decoded).toBeSameBytes(readFileSync(join(folder, 'shared/site/public/inventar.json')))
  })

  test('each content encoding of a large file has its own strong ETag', async () => {
    const etags = await etagsOf('inventar.json')
    const strong = expect.stringMatching(/^"[\w-]+"$/)
    expect(etags).toEqual({ identity: strong, br: strong, gzip: strong })
    expect(etags.br).not.toBe(etags.identity)
    expect(etags.gzip).not.toBe(etags.identity)
    expect(etags.gzip).not.toBe(etags.br)
  })

  test('a large file has the same ETags on every replica, whatever its folder and modification time', async () => {
    for (const name of ['tour.mp4', 'inventar.json']) {
      expect({ name, ...(await etagsOf(name)) }).toEqual({ name, ...(await etagsOf(name, original.url)) })
    }
  })

  test('the ETag of a large file without a build hash depends on its bytes, not its date', async () => {
    const [film, same, other] = await Promise.all(
      ['film-1', 'film-1-again', 'film-2'].map(async name => {
        const { headers } = await request(`${server.url}/${name}.mp4`, { method: 'HEAD' })
        return headers.etag
      }),
    )
    expect(film).toMatch(/^"[\w-]+"$/)
    expect(same).toBe(film)
    expect(other).not.toBe(film)
  })

  describe('a large file that has changed since the server started is a 404:', () => {
    afterEach(() => writeFileSync(inCopy('tour.mp4'), tour))

    test.each([
      ['removed', () => unlinkSync(inCopy('tour.mp4'))],
      ['replaced by a shorter one', () => writeFileSync(inCopy('tour.mp4'), tour.subarray(1))],
      ['replaced by a longer one', () => writeFileSync(inCopy('tour.mp4'), `${tour}0`)],
    ])('%s', async (_, change) => {
      change()
      const { status, headers } = await request(url)
      const { etag, 'cache-control': cache } = headers
      expect({ status, etag, cache }).toEqual({ status: 404, etag: undefined, cache: 'no-store' })
    })
  })
})

/** A link's target, or nothing if the link is gone. */
function targetOf(link: string): string[] {
  try {
    return [readlinkSync(link)]
  } catch {
    return []
  }
}

describe('a build with many kinds of public files', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'build-'))
  cpSync(build, copy, { recursive: true, filter: isNoAsset })
  const inPublic = (name: string) => join(copy, 'public', name)
  const { log, linesAt } = createLogLines()
  mkdirSync(inPublic('.well-known'), { recursive: true })
  writeFileSync(inPublic('.well-known/apple-app-site-association'), '{}')
  for (const name of ['data.csv', 'plan.of-no-type', 'Größe.csv'.normalize('NFD')])
    writeFileSync(inPublic(name), 'words')
  writeFileSync(inPublic('empty.txt'), '')
  writeFileSync(inPublic('small.bin'), Buffer.alloc(1_000_000))
  writeFileSync(inPublic('large.bin'), Buffer.alloc(1_000_001))
  writeFileSync(inPublic('circle.mp4'), Buffer.alloc(1_000_001))
  for (const name of ['long.mp4', 'long.webm', 'slow.webm']) {
    writeFileSync(inPublic(name), '')
    truncateSync(inPublic(name), 40_000_000) // More than a socket's buffers hold.
  }
  // A sparse file: it takes no space on disk, and days to read.
  writeFileSync(inPublic('endless.webm'), '')
  if (process.platform === 'linux') truncateSync(inPublic('endless.webm'), 1_000_000_000_000)
  const digests = { ...manifest.digests, 'endless.webm': 'any' }
  const isWindows = process.platform === 'win32'
  const withLinks = skipIf(isWindows, 'Windows lets only some users make links')
  if (!isWindows) symlinkSync('data.csv', inPublic('link.csv'))
  const server = await listen(await siteOf({ build: copy, manifest: { ...manifest, digests }, log }))
  afterAll(() => server.close())

  test.each([
    { path: '/Gr%C3%B6%C3%9Fe.csv', type: 'text/csv; charset=utf-8' }, // Its name on disk is in NFD.
    { path: '/.well-known/apple-app-site-association', type: 'application/json; charset=utf-8' },
    { path: '/plan.of-no-type', type: 'application/octet-stream' },
  ])('$path is sent as $type', async ({ path, type }) => {
    const { status, headers } = await request(server.url + path)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type })
  })

  test('the compressed form of a file has no URL of its own', async () => {
    expect({ 'inventar.json.br': existsSync(inPublic('inventar.json.br')) }).toEqual({
      'inventar.json.br': true,
    })
    expect((await request(`${server.url}/inventar.json.br`)).status).toBe(404)
  })

  test('an empty file responds with 416 to a range', async () => {
    const headers = { Range: 'bytes=-5' }
    const reply = await request(`${server.url}/empty.txt`, { headers })
    expect({ status: reply.status, range: reply.headers['content-range'] }).toEqual({
      status: 416,
      range: 'bytes */0',
    })
  })

  test('a file of up to a megabyte is held in memory, and a larger one isn’t', async () => {
    const statuses: Record<string, number> = {}
    for (const name of ['small.bin', 'large.bin']) {
      unlinkSync(inPublic(name))
      statuses[name] = (await request(`${server.url}/${name}`)).status
    }
    expect(statuses).toEqual({ 'small.bin': 200, 'large.bin': 404 })
  })

  test('the server buffers only 64 kB of a large file for a client that isn’t reading', async () => {
    const client = connect(server.port, '127.0.0.1')
    const [socket] = (await once(server.server, 'connection')) as [Socket]
    client.write('GET /slow.webm HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(() => socket.writableLength).toBe(65_536)
    client.destroy()
  })

  test('sending a large file triggers no Node warning', async () => {
    const warnings: string[] = []
    const onWarning = ({ name }: Error) => void warnings.push(name)
    process.on('warning', onWarning)
    await request(`${server.url}/tour.mp4`)
    await new Promise(setImmediate) // A warning is emitted on the next tick.
    process.off('warning', onWarning)
    expect(warnings).toEqual([])
  })

  const linuxOnly = skipIf(process.platform !== 'linux', 'only Linux has /proc')
  const openFiles = () => readdirSync('/proc/self/fd').flatMap(fd => targetOf(`/proc/self/fd/${fd}`))

  test('a large file is closed once it has been sent', linuxOnly, async () => {
    await request(`${server.url}/long.webm`, { headers: { Range: 'bytes=0-99999' } })
    await expect.poll(openFiles).not.toContain(inPublic('long.webm'))
  })

  test('a large file is closed, half-read, when its client disconnects', linuxOnly, async () => {
    const client = connect(server.port, '127.0.0.1')
    client.write('GET /endless.webm HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(openFiles).toContain(inPublic('endless.webm'))
    client.destroy()
    await expect.poll(openFiles).not.toContain(inPublic('endless.webm'))
  })

  test('a symbolic link is served as the file it points to', withLinks, async () => {
    const { status, body } = await request(`${server.url}/link.csv`)
    expect({ status, body: String(body) }).toEqual({ status: 200, body: 'words' })
  })

  test('a large file that can’t be opened is a 500, and the error is logged', withLinks, async () => {
    unlinkSync(inPublic('circle.mp4'))
    symlinkSync('circle.mp4', inPublic('circle.mp4'))
    expect((await request(`${server.url}/circle.mp4`)).status).toBe(500)
    await expect
      .poll(() => linesAt('/circle.mp4'))
      .toMatchObject([
        { level: 50, err: { code: 'ELOOP' } },
        { level: 30, status: 500 },
      ])
  })

  test('a large file that shrinks while it’s being sent is cut off, and one error is logged', async () => {
    const [res] = (await once(get(`${server.url}/long.mp4`), 'response')) as [IncomingMessage]
    truncateSync(inPublic('long.mp4'), 1000) // The client hasn't read anything yet.
    await expect(buffer(res)).rejects.toMatchObject({ code: 'ECONNRESET' })
    await expect
      .poll(() => linesAt('/long.mp4'))
      .toMatchObject([
        { level: 50, err: { message: 'the file has become shorter' } },
        { level: 30, status: 500 },
      ])
  })
})
