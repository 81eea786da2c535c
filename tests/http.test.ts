import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { company } from '../shared/company.ts'
import { ask, headersOf, send } from './support/ask.ts'
import { listen, script, siteUnderTest } from './support/server.ts'
import { other } from './support/table.ts'

const decoders: Record<string, (body: Buffer) => Buffer> = {
  identity: body => body,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

describe.each(['live', 'static'] as const)('%s', serve => {
  let server: Awaited<ReturnType<typeof listen>>
  beforeAll(async () => {
    server = await listen(await siteUnderTest({ serve }))
  })
  afterAll(() => server.close())
  const at = (path: string, headers = {}, method = 'GET') => ask(server.url + path, { headers, method })

  describe.each([['/'], [other.path], [script], ['/robots.txt']])('%s', path => {
    test('is not sent again to whoever has it, whatever form its tag takes', async () => {
      const { etag = '', vary, 'cache-control': cache } = (await at(path)).headers
      const opaque = etag.replace('W/', '')
      for (const tags of [etag, opaque, `W/${opaque}`, `"other", ${etag}`, '*'])
        for (const method of ['GET', 'HEAD']) {
          const { status, headers, body } = await at(path, { 'If-None-Match': tags }, method)
          expect([tags, status, body.length]).toEqual([tags, 304, 0])
          // RFC 9110, section 15.4.5: what a cache needs to go on with what it has.
          expect(headers).toMatchObject({ etag, ...(vary && { vary }), 'cache-control': cache })
        }
      expect((await at(path, { 'If-None-Match': '"other"' })).status).toBe(200)
    })

    test.each(['identity', 'br', 'gzip'])(
      'responds to HEAD as to GET in %s, without the body',
      async encoding => {
        const get = await at(path, { 'Accept-Encoding': encoding })
        const head = await at(path, { 'Accept-Encoding': encoding }, 'HEAD')
        // RFC 9110, section 9.3.2: what is known only when the body is made may be left out.
        for (const headers of [get.headers, head.headers])
          for (const name of ['date', 'x-request-id', 'transfer-encoding']) delete headers[name]
        expect([head.status, head.headers]).toEqual([get.status, get.headers])
        expect(head.body).toHaveLength(0)
      },
    )

    test('is the same with a query', async () => {
      const [plain, queried] = [await at(path), await at(`${path}?a=1&b[]=%zz`)]
      expect(queried.body.equals(plain.body)).toBe(true)
      expect(queried.headers.etag).toBe(plain.headers.etag)
    })

    test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])(
      'refuses %s, and says what it allows',
      async method => {
        const { status, headers } = await at(path, {}, method)
        expect([status, headers.allow, headers['cache-control']]).toEqual([405, 'GET, HEAD', 'no-store'])
      },
    )
  })

  test.each([
    ['/', 'no-cache'],
    [other.path, 'no-cache'],
    ['/robots.txt', 'no-cache'],
    ['/favicon.svg', 'no-cache'],
    [script, 'public, max-age=31536000, immutable'],
    [company.members?.path ?? '/members', 'no-store'],
    ['/assets/gone.js', 'no-store'],
    ['/%', 'no-store'],
  ])('%s may be kept: %s', async (path, cache) => {
    expect((await at(path)).headers['cache-control']).toBe(cache)
  })

  describe.each([['/'], [company.members?.path ?? '/members'], [script]])('%s is sent', path => {
    test.each([
      ['nothing', '', 'identity'],
      ['what a browser sends', 'gzip, deflate, br, zstd', 'br'],
      ['only gzip', 'gzip', 'gzip'],
      ['anything', '*', 'br'],
      ['no brotli', 'br;q=0, gzip', 'gzip'],
      ['gzip rather than brotli', 'br;q=0.1, gzip;q=0.9', 'gzip'],
      ['plain rather than brotli', 'identity, br;q=0.5', 'identity'],
      ['only what nobody has', 'compress', 'identity'],
      ['nothing encoded', 'identity', 'identity'],
      ['no plain', 'identity;q=0, gzip', 'gzip'],
      ['nothing at all', '*;q=0', 'identity'],
      ['gibberish', ';;q=,,=0;br;', 'identity'],
    ])('as asked for: %s', async (_, accepted, encoding) => {
      const plain = await at(path)
      const { headers, body } = await at(path, { 'Accept-Encoding': accepted })
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
      expect(headers.vary).toBe('Accept-Encoding')
      expect(decoders[encoding]?.(body).equals(plain.body)).toBe(true)
      if (path === script) expect(headers['content-length']).toBe(String(body.length))
    })
  })

  test('each content encoding of a file has its own strong ETag', async () => {
    const tags = new Set()
    for (const encoding of ['identity', 'br', 'gzip']) {
      const { headers, body } = await at(script, { 'Accept-Encoding': encoding })
      expect(decoders[encoding]?.(body).toString()).toContain('hydrate')
      expect(headers.etag).toMatch(/^"/)
      tags.add(headers.etag)
    }
    expect(tags.size).toBe(3)
  })

  test('a part of a file is sent, while the file is still the same', async () => {
    const whole = await at(script)
    const part = await at(script, { Range: 'bytes=10-19' })
    expect(part.status).toBe(206)
    expect(whole.headers['accept-ranges']).toBe('bytes')
    expect(part.headers['content-range']).toBe(`bytes 10-19/${whole.body.length}`)
    expect(part.body.equals(whole.body.subarray(10, 20))).toBe(true)
    const { etag = '' } = whole.headers
    const status = async (headers: Record<string, string>, method?: string) =>
      (await at(script, { Range: 'bytes=10-19', ...headers }, method)).status
    expect(await status({ 'If-Range': etag })).toBe(206)
    expect(await status({ 'If-Range': '"other"' })).toBe(200)
    expect(await status({ 'If-Range': 'Fri, 20 Nov 2026 00:00:00 GMT' })).toBe(200)
    expect(await status({ 'If-None-Match': etag })).toBe(304)
    expect(await status({}, 'HEAD')).toBe(200)
    const none = await at(script, { Range: 'bytes=99999999-' })
    expect([none.status, none.headers['content-range']]).toEqual([416, `bytes */${whole.body.length}`])
    expect(none.headers['cache-control']).toBe('no-store')
  })

  test('a file is sent on conditions, in the order of RFC 9110, section 13.2.2', async () => {
    const { etag = '' } = (await at(script)).headers
    const date = 'Fri, 20 Nov 2026 00:00:00 GMT'
    const conditions: [status: number, Record<string, string>][] = [
      [200, { 'If-Match': etag }],
      [200, { 'If-Match': `"other", ${etag}` }],
      [200, { 'If-Match': '*' }],
      [200, { 'If-Unmodified-Since': date }],
      [206, { 'If-Match': etag, Range: 'bytes=0-1' }],
      [304, { 'If-Match': etag, 'If-None-Match': etag }],
      [412, { 'If-Match': '"other"' }],
      [412, { 'If-Match': `W/${etag}` }],
      [412, { 'If-Match': '"other"', 'If-None-Match': etag }],
      [412, { 'If-Match': '"other"', Range: 'bytes=0-1' }],
    ]
    for (const [status, headers] of conditions)
      for (const method of headers.Range ? ['GET'] : ['GET', 'HEAD']) {
        const response = await at(script, headers, method)
        expect([headers, response.status]).toEqual([headers, status])
        if (status === 412) expect(response.headers['cache-control']).toBe('no-store')
      }
  })

  test.each([
    ['bytes=0-0', 206, [0, 1]],
    ['bytes=-3', 206, [-3]],
    ['bytes=2-99999999', 206, [2]],
    ['bytes=-99999999', 206, [0]],
    ['bytes=-0', 416, undefined],
    ['bytes=0-1,4-5', 200, [0]],
    ['lines=0-1', 200, [0]],
    ['bytes=a-b', 200, [0]],
    ['bytes', 200, [0]],
  ])('a range of %s is a %i', async (range, status, part) => {
    const whole = await at(script)
    const asked = await at(script, { Range: range })
    expect(asked.status).toBe(status)
    if (part) expect(asked.body.equals(whole.body.subarray(...part))).toBe(true)
  })

  test('a request with a body ends its connection, so that the body cannot be the next request', async () => {
    for (const method of ['GET', 'POST']) {
      const said = await send(
        server.port,
        `${method} / HTTP/1.1\r\nHost: a\r\nContent-Length: 32\r\n\r\nGET ${other.path} HTTP/1.1\r\nHost: a\r\n\r\n`,
      )
      expect(said.match(/HTTP\/1\.1 /g)).toHaveLength(1)
      expect(headersOf(said).connection).toBe('close')
    }
  })

  test.each(['/healthz', '/readyz'])('%s is only read', async path => {
    const { status, headers } = await at(path, {}, 'POST')
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

test.each([
  ['a page', '/'],
  ['a script', script],
])('%s has another tag when it names another origin, or is sent with other headers', async (_, path) => {
  const tags = new Set()
  for (const parts of [{}, { origin: 'https://two.example' }, { hsts: 'off' }] as const) {
    const { url, close } = await listen(await siteUnderTest(parts))
    tags.add((await ask(url + path)).headers.etag)
    await close()
  }
  expect(tags.size).toBe(path === '/' ? 3 : 2) // No script names the origin.
})

test('a client that makes up content encodings costs no memory', async () => {
  const held = async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise(next => setImmediate(next))
    collectGarbage()
    return process.memoryUsage().heapUsed
  }
  const { url, close } = await listen(await siteUnderTest())
  const made = (from: number) =>
    Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        ask(`${url}/favicon.svg`, { headers: { 'Accept-Encoding': `x${from + i}${'-'.repeat(14_000)}` } }),
      ),
    )
  await made(0)
  const before = await held()
  for (let from = 50; from < 1500; from += 50) await made(from)
  expect((await held()) - before).toBeLessThan(10_000_000) // Of 20 MB.
  await close()
})
