import type { RequestHandler } from 'express'
import { afterAll, expect, test, vi } from 'vitest'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { headersOf, request, send } from '../../../tests/support/http.ts'
import { ofDocument, ofEach, sentIn } from '../../../tests/support/sent-headers.ts'
import { siteOfValues } from '../../../tests/support/value-site.tsx'
import { hardening } from '../server.ts'

const server = await listen(await siteOf())
afterAll(() => server.close())

/** What a rejected client gets: the status line, the body, whether the connection ends, and headers that would name the software. */
function refusalOf(reply: string) {
  const { connection, server: software, 'x-powered-by': framework } = headersOf(reply)
  const [statusLine = ''] = reply.split('\r\n')
  return { statusLine, body: reply.split('\r\n\r\n')[1], connection, software, framework }
}

const get = 'GET / HTTP/1.1\r\nHost: a\r\n'
const target = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const withHeader = (lines: string) => `${get}${lines}\r\n\r\n`

// What Node's parser rejects is tested with a few samples only.
test.each<[status: number, what: string, bytes: string]>([
  [400, 'HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  [400, 'no Host', 'GET / HTTP/1.1\r\n\r\n'],
  [400, 'an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n'],
  [400, 'two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  [400, 'a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
  [400, 'a Host with a user', 'GET / HTTP/1.1\r\nHost: me@a\r\n\r\n'],
  [400, 'absolute-form without a host', target('http:///about')],
  [400, 'absolute-form with a user', target('http://me@a/')],
  [400, 'a target without a slash', target('about')],
  [400, 'a target with a fragment', target('/#a')],
  [400, 'an encoded NUL', target('/index.html%00.png')],
  [400, 'an encoded slash', target('/ueber-uns%2fteam')],
  [400, 'bare LF', 'GET / HTTP/1.1\nHost: a\n\n'],
  [400, 'obs-fold', withHeader('X: x\r\n folded')],
  [400, 'NUL in a header', withHeader('X: a\0b')],
  [
    400,
    'Content-Length and Transfer-Encoding',
    withHeader('Content-Length: 5\r\nTransfer-Encoding: chunked'),
  ],
  [400, 'two Content-Lengths', withHeader('Content-Length: 1\r\nContent-Length: 2')],
  [400, 'an unknown transfer encoding', withHeader('Transfer-Encoding: cow')],
  [
    400,
    'an unknown transfer encoding for a file',
    target('/lageplan.svg').replace('\r\n\r\n', '\r\nTransfer-Encoding: cow\r\n\r\n'),
  ],
  [405, 'a POST with a body to a page', `${withHeader('Content-Length: 9').replace('GET', 'POST')}GET /a HT`],
  [405, 'a method that no path supports', 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  [405, 'OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  [414, 'a request line of 9 kB', target(`/${'a'.repeat(9000)}`)],
  [431, 'a request line of 1 MB', target(`/${'a'.repeat(1_000_000)}`)],
  [431, 'a header of 20 kB', withHeader(`X: ${'x'.repeat(20_000)}`)],
  [431, '101 headers', `${get}${'X: x\r\n'.repeat(100)}\r\n`],
  [505, 'HTTP/0.9', 'GET /\r\n\r\n'],
  [505, 'HTTP/2 in an HTTP/1 request line', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n'],
])('a %i for %s closes the connection, and the server answers the next request', async (status, _, bytes) => {
  expect(refusalOf(await send(server.port, bytes))).toEqual({
    statusLine: expect.stringMatching(`^HTTP/1.1 ${status} [A-Z][\\w ]+$`),
    body: expect.stringMatching(/^[\w ]*\n?$/), // Neither a stack nor an echo of what was sent.
    connection: 'close',
    software: undefined,
    framework: undefined,
  })
  expect((await request(`${server.url}/healthz`)).status).toBe(200)
})

test.each([
  ['HTTP/1.0 without a Host', 'GET / HTTP/1.0\r\n\r\n'],
  [
    'a Host that is an IPv6 address with a port',
    'GET / HTTP/1.1\r\nHost: [::1]:3000\r\nConnection: close\r\n\r\n',
  ],
  [
    'a Host that is an IPv6 address in upper case',
    'GET / HTTP/1.1\r\nHost: [FE80::1:192.0.2.1]\r\nConnection: close\r\n\r\n',
  ],
  [
    'a Host with a hyphen and an empty port',
    'GET / HTTP/1.1\r\nHost: my-site.example:\r\nConnection: close\r\n\r\n',
  ],
  ['a Host header in lower case', 'GET / HTTP/1.1\r\nhost: a\r\nConnection: close\r\n\r\n'],
  ['ninety headers', `${get}Connection: close\r\n${'X: x\r\n'.repeat(90)}\r\n`],
  // RFC 9112, section 3.2.2: with any host.
  ['absolute-form', 'GET http://example.org/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['absolute-form in upper case', 'GET HTTP://EXAMPLE.ORG/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['a Host with an underscore', 'GET / HTTP/1.1\r\nHost: my_site.local:80\r\nConnection: close\r\n\r\n'],
  ['absolute-form without a path', 'GET https://[::1]:80 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['a client that half-closes the connection', `${get}\r\n`],
  ['two pipelined requests in order', `${target('/healthz')}${withHeader('Connection: close')}`],
])('the server answers %s', async (_, bytes) => {
  const page = (await request(server.url)).body // From now on the page is cached.
  const reply = await send(server.port, bytes, { end: !bytes.includes('close') })
  expect(reply).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  const body = reply.slice(reply.lastIndexOf('\r\n\r\n') + 4)
  expect(Buffer.from(body, 'latin1')).toBeSameBytes(page)
})

const parts = ['?', '#', '\\', ...'/ // .. %2f %00 %ff 🙂 kontakt assets'.split(' ')]
const values = ['', ...'* " é ,,, q=; bytes=- bytes=0- br;q=0 *;q=0 W/"" chunked 100-continue'.split(' ')]
const names =
  'Accept-Encoding If-None-Match If-Range Range Host Expect Upgrade Cookie Content-Length Transfer-Encoding X-Request-Id'

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PROPFIND']

test('no combination of odd paths, methods and headers causes a 5xx', async () => {
  const headers = names.split(' ').flatMap(name => values.map(value => `${name}: ${value}`))
  const paths = parts.flatMap(part => parts.map(other => part + other))
  for (const [i, path] of paths.entries()) {
    const lines = [`${methods[i % methods.length]} /${path} HTTP/1.1`, 'Host: a', 'Connection: close']
    const bytes = [...lines, headers[i % headers.length], '', ''].join('\r\n')
    const reply = await send(server.port, Buffer.from(bytes).toString('latin1'))
    expect(reply, bytes).toMatch(/^(HTTP\/1\.1 ([1234]\d\d|505) |$)/)
  }
})

test.each([
  {
    what: 'a bad Host',
    bytes: 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n',
    body: 'Bad request\n',
    allow: undefined,
  },
  { what: 'no Host', bytes: 'GET / HTTP/1.1\r\n\r\n', body: 'Bad request\n', allow: undefined },
  {
    what: 'OPTIONS *',
    bytes: 'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
    body: 'Method not allowed\n',
    allow: 'GET, HEAD',
  },
  { what: 'a long URL', bytes: target(`/${'a'.repeat(9000)}`), body: 'URI too long\n', allow: undefined },
  {
    what: 'HTTP/2',
    bytes: 'GET / HTTP/2.0\r\nHost: a\r\n\r\n',
    body: 'HTTP version not supported\n',
    allow: undefined,
  },
])('the rejection of $what says why in plain text with no-store', async ({ bytes, body, allow }) => {
  const reply = await send(server.port, bytes)
  const headers = headersOf(reply)
  expect({
    body: reply.split('\r\n\r\n')[1],
    type: headers['content-type'],
    cache: headers['cache-control'],
    allow: headers.allow,
  }).toEqual({ body, type: 'text/plain; charset=utf-8', cache: 'no-store', allow })
})

test('a redirect of an absolute-form request has a relative location, with the query', async () => {
  const bytes = 'GET http://example.org/KONTAKT?a=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  expect(headersOf(await send(server.port, bytes)).location).toBe('/kontakt?a=1')
})

test('Express always gets a path, because it would print a warning for any other target', async () => {
  const targets: unknown[] = []
  await using site = await listen((req, res) => {
    targets.push(req.url)
    res.end()
  })
  for (const target of ['*', 'http://a/b?c', 'http://a', '/a#b', '/a?b=#c'])
    await send(site.port, `OPTIONS ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  expect(targets).toEqual(['/*', '/b?c', '/', '/a%23b', '/a?b=%23c'])
})

test.each([
  { what: 'a path', target: `/${'a'.repeat(8191)}`, status: 404 },
  { what: 'a path', target: `/${'a'.repeat(8192)}`, status: 414 },
  { what: 'a path with a query', target: `/?${'a'.repeat(8190)}`, status: 200 },
  { what: 'a path with a query', target: `/?${'a'.repeat(8191)}`, status: 414 },
])('$what of $target.length characters gets a $status', async ({ target, status }) => {
  await using site = await listen(await siteOf())
  expect((await request(site.url + target)).status).toBe(status)
})

test('a malformed request never reaches the site’s middleware', async () => {
  const sees = vi.fn<RequestHandler>((_req, _res, next) => next())
  await using server = await listen(
    await siteOfValues({ home: { path: '/' } }, { features: [hardening], middleware: [sees] }),
  )
  expect(await send(server.port, 'GET /a%2fb HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
  expect(sees).not.toHaveBeenCalled()
})

test.each([
  { status: 400, what: 'a bad Host', path: '/', headers: { Host: 'not a host' } },
  { status: 414, what: 'a long URL', path: `/${'a'.repeat(9000)}`, headers: {} },
])(
  'a $status for $what has the security headers of a document, and no-store',
  async ({ status, path, headers }) => {
    const reply = await request(server.url + path, { headers })
    expect(reply.status).toBe(status)
    expect(sentIn(reply.headers)).toMatchObject({ ...ofEach, ...ofDocument, 'cache-control': 'no-store' })
  },
)
