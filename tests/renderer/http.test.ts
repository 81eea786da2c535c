import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { ask, headersOf, send } from '../support/ask.ts'
import { listen, manifest, siteOf } from '../support/fixture-site.ts'

const decoders: Record<string, (body: Buffer) => Buffer> = {
  identity: body => body,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}
const [script = ''] = manifest.scripts

const server = await listen(await siteOf())
afterAll(() => server.close())
const at = (path: string, headers = {}, method = 'GET') => ask(server.url + path, { headers, method })

/** What is the same in every response to the same request. */
const lasting = ({ status, headers }: Awaited<ReturnType<typeof at>>) => {
  const { date, 'x-request-id': id, ...rest } = headers
  return { status, headers: rest }
}

describe.each([['/'], ['/impressum'], ['/stellen'], [script], ['/robots.txt']])('%s', path => {
  test.each([
    ['the tag', (etag: string) => etag],
    ['the tag, weak', (etag: string) => `W/${etag.replace('W/', '')}`],
    ['the tag among others', (etag: string) => `"other", ${etag}`],
    ['any tag', () => '*'],
  ])('is a 304 for a client that has %s', async (_, tagsOf) => {
    const { etag = '', vary, 'cache-control': cache } = (await at(path)).headers
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = await at(path, { 'If-None-Match': tagsOf(etag) }, method)
      expect([status, body.length]).toEqual([304, 0])
      // RFC 9110, section 15.4.5: what a cache needs to go on with what it has.
      expect(headers).toMatchObject({ etag, ...(vary && { vary }), 'cache-control': cache })
    }
  })

  test.each(['identity', 'br', 'gzip'])('sends no body to a HEAD, and the headers in %s', async encoding => {
    const accepted = { 'Accept-Encoding': encoding }
    const [get, head] = [await at(path, accepted), await at(path, accepted, 'HEAD')]
    // RFC 9110, section 9.3.2: what is known only when the body is made may be left out.
    for (const { headers } of [get, head]) delete headers['transfer-encoding']
    expect(lasting(head)).toEqual(lasting(get))
    expect([get.body.length > 0, head.body.length]).toEqual([true, 0])
  })
})

test.each([['/'], [script], ['/robots.txt']])('%s is the same with a query', async path => {
  const [plain, queried] = [await at(path), await at(`${path}?a=1&b[]=%zz`)]
  expect(queried.body.equals(plain.body)).toBe(true)
  expect(queried.headers.etag).toBe(plain.headers.etag)
})

test.each([
  ['POST', '/'],
  ['DELETE', '/stellen'],
  ['OPTIONS', '/robots.txt'],
  ['POST', '/healthz'],
])('%s %s is a 405 that names the methods', async (method, path) => {
  const { status, headers } = await at(path, {}, method)
  expect([status, headers.allow, headers['cache-control']]).toEqual([405, 'GET, HEAD', 'no-store'])
})

test.each([
  ['/', 'no-cache'],
  ['/stellen', 'private, no-cache'],
  ['/kurse', 'no-cache'],
  ['/favicon.svg', 'no-cache'],
  [script, 'public, max-age=31536000, immutable'],
  ['/nothing', 'no-store'],
  ['/about', 'no-store'],
])('%s has Cache-Control: %s', async (path, cache) => {
  expect((await at(path)).headers['cache-control']).toBe(cache)
})

describe.each([['/'], ['/stellen'], ['/nothing'], [script]])('%s is sent', path => {
  test.each([
    ['no Accept-Encoding', undefined, 'identity'],
    ['what Chrome sends', 'gzip, deflate, br, zstd', 'br'],
    ['anything', '*', 'br'],
    ['gzip, and no brotli', 'br;q=0, gzip', 'gzip'],
    ['nothing at all', '*;q=0', 'identity'],
    ['a malformed list', ';;q=,,=0;br;', 'identity'],
  ])('to a client that accepts %s', async (_, accepted, encoding) => {
    const plain = await at(path)
    const { headers, body } = await at(path, accepted === undefined ? {} : { 'Accept-Encoding': accepted })
    expect(headers['content-encoding'] ?? 'identity').toBe(encoding)
    expect(headers.vary).toBe('Accept-Encoding')
    expect(decoders[encoding]?.(body).equals(plain.body)).toBe(true)
  })
})

test.each([['/'], [script]])('each content encoding of %s has its own strong ETag', async path => {
  const tags = new Set<string>()
  for (const encoding of ['identity', 'br', 'gzip'])
    tags.add((await at(path, { 'Accept-Encoding': encoding })).headers.etag ?? '')
  expect([...tags]).toEqual(Array(3).fill(expect.stringMatching(/^"[\w-]+"$/)))
})

test.each<[Range: string, status: number, start?: number, end?: number]>([
  ['bytes=0-0', 206, 0, 1],
  ['bytes=-3', 206, -3],
  ['bytes=2-99999999', 206, 2],
  ['bytes=-99999999', 206, 0],
  ['bytes=-0', 416],
  ['bytes=99999999-', 416],
  ['bytes=0-1,4-5', 200, 0],
  ['lines=0-1', 200, 0],
  ['bytes=a-b', 200, 0],
])('a range of %s is a %i', async (Range, status, start = 0, end = Number.POSITIVE_INFINITY) => {
  for (const path of ['/impressum', script]) {
    const [whole, reply] = [await at(path), await at(path, { Range })]
    expect([reply.status, whole.headers['accept-ranges']]).toEqual([status, 'bytes'])
    const size = whole.body.length
    if (status === 416) expect(reply.headers['cache-control']).toBe('no-store')
    else expect(reply.body.equals(whole.body.subarray(start, end))).toBe(true)
    const given = `bytes ${(start + size) % size}-${Math.min(end, size) - 1}/${size}`
    const ranges: Record<number, string> = { 206: given, 416: `bytes */${size}` }
    expect(reply.headers['content-range']).toBe(ranges[status])
  }
})

test.each<[status: number, headers: (etag: string) => Record<string, string>]>([
  [206, etag => ({ 'If-Range': etag, Range: 'bytes=0-1' })],
  [200, () => ({ 'If-Range': '"other"', Range: 'bytes=0-1' })],
  [200, () => ({ 'If-Range': 'Fri, 20 Nov 2026 00:00:00 GMT', Range: 'bytes=0-1' })],
  [304, etag => ({ 'If-None-Match': etag, Range: 'bytes=0-1' })],
  [200, () => ({ 'If-None-Match': '"other"' })],
])('a %i in the order of RFC 9110, section 13.2.2', async (status, headersFor) => {
  for (const path of ['/impressum', script]) {
    const { etag = '' } = (await at(path)).headers
    expect((await at(path, headersFor(etag))).status, path).toBe(status)
  }
})

const smuggled = 'GET /kontakt HTTP/1.1\r\nHost: a\r\n\r\n'
test.each([
  ['GET', `Content-Length: ${smuggled.length}`, smuggled],
  ['POST', `Content-Length: ${smuggled.length}`, smuggled],
  ['GET', 'Transfer-Encoding: chunked', `0\r\n\r\n${smuggled}`],
])('after a %s with %s the connection ends: no byte is the next request', async (method, header, body) => {
  const reply = await send(server.port, `${method} / HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n${body}`)
  expect(reply.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  expect(headersOf(reply).connection).toBe('close')
})

/** A form as a browser sends it. */
const form = (body: string, headers: string) =>
  `POST /anfrage HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n${headers}\r\n${body}`
const FROM_OWN_PAGE = 'Sec-Fetch-Site: same-origin\r\n'
const statusesOf = (reply: string) =>
  Array.from(reply.matchAll(/HTTP\/1\.1 (\d+) /g), ([, status]) => Number(status))

test('after a form that was read the connection goes on', async () => {
  const body = 'name=Ada&email=ada%40example.com&message=Hallo'
  const reply = await send(
    server.port,
    form(body, FROM_OWN_PAGE) + form(body, `${FROM_OWN_PAGE}Connection: close\r\n`),
  )
  expect(statusesOf(reply)).toEqual([303, 303])
})

test.each([
  ['that its endpoint has refused unread', 403, form(smuggled, '')],
  [
    'in letters that nobody can read',
    415,
    form(smuggled, FROM_OWN_PAGE).replace('urlencoded', 'urlencoded; charset=klingon'),
  ],
  ['for an address that has no endpoint', 404, form(smuggled, '').replace('/anfrage', '/nichts')],
])('after a form %s the connection ends: no byte is the next request', async (_, status, bytes) => {
  const reply = await send(server.port, bytes)
  expect({ statuses: statusesOf(reply), connection: headersOf(reply).connection }).toEqual({
    statuses: [status],
    connection: 'close',
  })
})

test.each([
  ['a page', '/', 3],
  ['a script', script, 2], // No script names the origin.
])('%s has another ETag with another origin, or with other headers', async (_, path, expected) => {
  const tags = new Set<string | undefined>()
  for (const parts of [{}, { origin: 'https://two.example' }, { hsts: 'off' }] as const) {
    await using site = await listen(await siteOf(parts))
    tags.add((await ask(site.url + path)).headers.etag)
  }
  expect(tags.size).toBe(expected)
})

test('/healthz names the build, and the release where the operator gives it a name', async () => {
  expect(String((await at('/healthz')).body)).toBe(`ok ${manifest.version}\n`)
  await using named = await listen(await siteOf({ release: 'v7.1' }))
  expect(String((await ask(`${named.url}/healthz`)).body)).toBe(`ok ${manifest.version} v7.1\n`)
})

test('HEAD ignores a range', async () => {
  expect((await at(script, { Range: 'bytes=0-1' }, 'HEAD')).status).toBe(200)
})

test('an asset that is gone is a short 404, and not the not-found page', async () => {
  const { status, headers, body } = await at('/assets/gone.js')
  const type = headers['content-type']
  expect([status, type, String(body)]).toEqual([404, 'text/plain; charset=utf-8', 'Not found\n'])
})

test.each([
  ['///kontakt', '/kontakt'],
  ['/KONTAKT/?a=1&b=/x', '/kontakt?a=1&b=/x'],
  ['/%6bontakt', '/kontakt'],
  ['/contact?q', '/kontakt?q'],
  ['/About/', '/ueber-uns/team'],
  ['/recht/datenschutz.html', '/datenschutz'],
])('%s redirects to %s for good', async (path, target) => {
  const { status, headers } = await at(path)
  expect([status, headers.location]).toEqual([308, target])
})

test('a static server sends a page, a file and the not-found page as a live one does', async () => {
  await using files = await listen(await siteOf({ serve: 'static' }))
  const made = ['/robots.txt', '/blog/feed.xml', '/.well-known/security.txt']
  for (const path of [...made, script, '/', '/impressum', '/nothing', '/KONTAKT', '/assets/gone.js'])
    for (const method of ['GET', 'HEAD', 'POST']) {
      const [live, static_] = [await at(path, {}, method), await ask(files.url + path, { method })]
      expect([path, lasting(static_)]).toEqual([path, lasting(live)])
      expect(static_.body.equals(live.body)).toBe(true)
    }
  for (const path of ['/_headers', '/.htaccess', '/.build.json'])
    expect([path, (await ask(files.url + path)).status]).toEqual([path, 404])
  const { headers } = await ask(files.url, { headers: { 'Accept-Encoding': 'br' } })
  expect(headers['content-encoding']).toBe('br')
})
