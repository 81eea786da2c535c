import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { ask, send } from '../support/ask.ts'
import { listen, siteOf } from '../support/fixture-site.ts'

const server = await listen(await siteOf())
afterAll(() => server.close())

/** A refusal in our own words: no stack, no name of a software, no echo of what was sent. It ends the connection. */
const refusal =
  /^HTTP\/1\.1 (\d{3}) [A-Z][\w ]+\r\n(?=(?:.+\r\n)*connection: close\r\n)(?:(?!Server|X-Powered-By)[\w-]+: [^\r\n]*\r\n)+\r\n[\w ]*\n?$/i

const get = 'GET / HTTP/1.1\r\nHost: a\r\n'
const target = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const withHeader = (lines: string) => `${get}${lines}\r\n\r\n`

const refused: Record<number, [what: string, bytes: string][]> = {
  400: [
    ['line breaks and noise', '\r\n\r\n\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a version that does not exist', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['a method that does not exist', 'GRAB / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['the same Host twice', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n'],
    ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
    ['a Host with a user', 'GET / HTTP/1.1\r\nHost: me@a\r\n\r\n'],
    ['absolute-form without a host', target('http:///about')],
    ['absolute-form with a user', target('http://me@a/')],
    ['absolute-form of another scheme', target('ftp://example.com/')],
    ['a target without a slash', target('about')],
    ['a target with a space', target('/a b')],
    ['a target with a fragment', target('/#a')],
    ['a target with raw bytes', target('/\xe4\xff')],
    ['a target with NUL', target('/a\0b')],
    ['an encoded NUL', target('/index.html%00.png')],
    ['an encoded slash', target('/ueber-uns%2fteam')],
    ['a bad escape', target('/%zz')],
    ['an escape of half a character', target('/%c3')],
    ['bare LF', 'GET / HTTP/1.1\nHost: a\n\n'],
    ['a header that ends in bare LF', withHeader('X: x\nY: y')],
    ['a header that ends in bare CR', withHeader('X: x\rY: y')],
    ['obs-fold', withHeader('X: x\r\n folded')],
    ['a space before the colon', withHeader('X : x')],
    ['a header without a colon', withHeader('X')],
    ['a header without a name', withHeader(': x')],
    ['NUL in a header', withHeader('X: a\0b')],
    ['Content-Length and Transfer-Encoding', withHeader('Content-Length: 5\r\nTransfer-Encoding: chunked')],
    ['two lengths', withHeader('Content-Length: 1\r\nContent-Length: 2')],
    ['a negative length', withHeader('Content-Length: -1')],
    ['a length with a sign', withHeader('Content-Length: +1')],
    ['a length beyond numbers', withHeader('Content-Length: 99999999999999999999')],
    ['an unknown transfer encoding', withHeader('Transfer-Encoding: cow')],
    ['chunked, not last', withHeader('Transfer-Encoding: chunked, identity')],
    ['chunked behind a tab', withHeader('Transfer-Encoding:\tchunked\x0b')],
  ],
  405: [
    ['a body where none is read', `${withHeader('Content-Length: 9').replace('GET', 'POST')}GET /a HT`],
    ['a method that no path has', 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ],
  414: [['a request line of 9 kB', target(`/${'a'.repeat(9000)}`)]],
  431: [
    ['a request line of 1 MB', target(`/${'a'.repeat(1_000_000)}`)],
    ['a header of 20 kB', withHeader(`X: ${'x'.repeat(20_000)}`)],
    ['101 headers', `${get}${'X: x\r\n'.repeat(100)}\r\n`],
  ],
  505: [
    ['HTTP/0.9', 'GET /\r\n\r\n'],
    ['HTTP/2 in a request of HTTP/1', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n'],
  ],
}

describe('the server refuses, and closes the connection after,', () => {
  const rows = Object.entries(refused).flatMap(([status, cases]) =>
    cases.map(([what, bytes]) => [what, status, bytes] as const),
  )
  test.each(rows)('%s: %i', async (_, status, bytes) => {
    const [, given] = refusal.exec(await send(server.port, bytes)) ?? []
    expect(given).toBe(status)
    expect((await ask(`${server.url}/healthz`)).status).toBe(200) // The next good request gets its response.
  })

  test('CONNECT, without a response', async () => {
    const bytes = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'
    expect(await send(server.port, bytes)).toBe('')
  })
})

test.each([
  ['HTTP/1.0, which may leave out the host', 'GET / HTTP/1.0\r\n\r\n'],
  ['ninety headers', `${get}Connection: close\r\n${'X: x\r\n'.repeat(90)}\r\n`],
  // RFC 9112, section 3.2.2: whatever host it names.
  ['absolute-form', 'GET http://example.org/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['absolute-form without a path', 'GET https://[::1]:80 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['a client that closes its half', `${get}\r\n`],
  ['two pipelined requests, in order', `${target('/healthz')}${withHeader('Connection: close')}`],
])('the server answers %s', async (_, bytes) => {
  const page = (await ask(server.url)).body.toString('latin1') // From now on it is ready.
  const reply = await send(server.port, bytes, { end: !bytes.includes('close') })
  expect(reply).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(reply.slice(reply.lastIndexOf('\r\n\r\n') + 4)).toBe(page)
})

test.each([
  ['up and out', '/../../../etc/passwd'],
  ['encoded', '/%2e%2e/%2e%2e/etc/passwd'],
  ['with encoded slashes', '/..%2f..%2fetc%2fpasswd'],
  ['encoded twice', '/%252e%252e/etc/passwd'],
  ['from the assets', '/assets/../../server.js'],
  ['from the assets, encoded', '/assets/%2e%2e/assets.json'],
  ['with backslashes', '/..\\..\\server.js'],
  ['to another host', '//example.com/'],
  ['to another host, encoded', '/%2f%2fexample.com'],
])('a path that climbs %s is a 4xx', async (_, path) => {
  const reply = await send(server.port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  expect(reply).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(reply).not.toMatch(/root:x:|\r\nlocation:/i)
})

/** Milliseconds in place of seconds, where nothing but the end of the connection is awaited. */
const impatient = {
  headersTimeout: 100,
  requestTimeout: 150,
  connectionsCheckingInterval: 20,
  keepAliveTimeout: 50,
}

describe('a server that waits for a moment only', () => {
  test.each([
    ['sends nothing', ''],
    ['never ends its request line', 'GET /'],
    ['never ends its headers', `${get}X: x`],
    ['never sends its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n'],
    ['keeps an idle connection', `${get}\r\n`],
  ])('closes the connection of a client that %s', async (_, bytes) => {
    await using brief = await listen(await siteOf(), impatient)
    const reply = await send(brief.port, bytes)
    expect(reply).toMatch(bytes.endsWith('\r\n\r\n') ? /^HTTP\/1\.1 (200|405) |^$/ : /^(HTTP\/1\.1 408 |$)/)
  })

  test('closes the connection of a client that feeds one byte at a time', async () => {
    await using brief = await listen(await siteOf(), impatient)
    const socket = connect(brief.port, '127.0.0.1').on('error', () => {})
    socket.write(`${get}X: `)
    const feed = setInterval(() => socket.write('X'), 10)
    await new Promise(resolve => socket.resume().on('close', resolve))
    clearInterval(feed)
  })
})

const pieces = ['?', '#', ' ', '\\', ...'/ // .. ; % %2e %2f %00 %ff ä 🙂 kontakt assets ABOUT'.split(' ')]
const values = ['', ...'* " é ,,, q=; bytes=- bytes=0- br;q=0 *;q=0 W/"" chunked 100-continue'.split(' ')]
const names =
  'Accept-Encoding If-None-Match If-Range Range Host Expect Upgrade Cookie Content-Length Transfer-Encoding X-Request-Id'

test.each(['live', 'static'] as const)('no mixture of such parts is a 5xx, %s', async serve => {
  await using site = await listen(await siteOf({ serve }), impatient)
  // A fixed sequence: https://en.wikipedia.org/wiki/Linear_congruential_generator
  let state = 1
  const next = <T>(list: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return list[Math.floor((state / 2 ** 32) * list.length)] as T
  }
  const mixture = () => {
    const path = Array.from({ length: next([1, 2, 3, 5, 8]) }, () => next(pieces)).join('')
    const lines = Array.from(
      { length: next([0, 1, 2, 3]) },
      () => `${next(names.split(' '))}: ${next(values)}\r\n`,
    )
    return `${next(['GET', 'HEAD', 'POST'])} /${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines.join('')}\r\n`
  }
  const replies = await Promise.all(
    Array.from({ length: 200 }, mixture).map(async bytes => ({
      bytes,
      reply: await send(site.port, Buffer.from(bytes).toString('latin1')),
    })),
  )
  expect(replies.filter(({ reply }) => !/^(HTTP\/1\.1 ([1234]\d\d|505) |$)/.test(reply))).toEqual([])
})
