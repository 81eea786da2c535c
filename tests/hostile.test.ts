import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, send } from './support/ask.ts'
import { listen, siteUnderTest } from './support/server.ts'

// What production waits for in seconds, this server waits for in a fraction of one.
const impatient = {
  headersTimeout: 400,
  requestTimeout: 500,
  connectionsCheckingInterval: 20,
  keepAliveTimeout: 150,
}

let server: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  server = await listen(await siteUnderTest(), impatient)
})
afterAll(() => server.close())

/** A refusal in our own words: no stack, no name of a software, no echo of what was sent. It ends the connection. */
const refusal =
  /^HTTP\/1\.1 (\d{3}) [A-Z][\w ]+\r\n(?=(?:.+\r\n)*connection: close\r\n)(?:(?!Server|X-Powered-By)[\w-]+: [^\r\n]*\r\n)+\r\n[\w ]*\n?$/i

const get = 'GET / HTTP/1.1\r\nHost: a\r\n'
const target = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const withHeader = (lines: string) => `${get}${lines}\r\n\r\n`

describe('a refusal that ends the connection responds to', () => {
  const refused: Record<number, [what: string, bytes: string][]> = {
    400: [
      ['nothing but line breaks and noise', '\r\n\r\n\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
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
      ['a chunk of a bad size', `${withHeader('Transfer-Encoding: chunked').replace('GET', 'POST')}xyz\r\n`],
    ],
    405: [
      ['a body where none is read', `${withHeader('Content-Length: 9').replace('GET', 'POST')}GET /a HT`],
      [
        'a body that is announced and expected',
        withHeader('Content-Length: 9\r\nExpect: 100-continue').replace('GET', 'PUT'),
      ],
      ['a method that is not for us', 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
      ['a question about everything', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ],
    414: [['a request line of 9 kB', target(`/${'a'.repeat(9000)}`)]],
    431: [
      ['a request line of 1 MB', target(`/${'a'.repeat(1_000_000)}`)],
      ['a header of 20 kB', withHeader(`X: ${'x'.repeat(20_000)}`)],
      ['a hundred headers and one', `${get}${'X: x\r\n'.repeat(100)}\r\n`],
    ],
    505: [
      ['HTTP/0.9', 'GET /\r\n\r\n'],
      ['HTTP/2 in a request of HTTP/1', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n'],
    ],
  }
  const rows = Object.entries(refused).flatMap(([status, rows]) =>
    rows.map(([what, bytes]) => [what, status, bytes] as const),
  )
  test.each(rows)('%s: %i', async (_, status, bytes) => {
    const [, given] = refusal.exec(await send(server.port, bytes)) ?? []
    expect(given).toBe(status)
    expect((await ask(server.url)).status).toBe(200) // The next good request gets its response.
  })

  test('CONNECT, without a word', async () => {
    const connect = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'
    expect(await send(server.port, connect)).toBe('')
  })
})

describe('a page responds to', () => {
  test.each([
    ['HTTP/1.0, which need not name the host', 'GET / HTTP/1.0\r\n\r\n'],
    ['ninety headers', `${get}Connection: close\r\n${'X: x\r\n'.repeat(90)}\r\n`],
    // RFC 9112, section 3.2.2: whatever host it names.
    ['absolute-form', 'GET http://example.org/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['absolute-form without a path', 'GET https://[::1]:80 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a client that closes its half', `${get}\r\n`],
  ])('%s', async (_, bytes) => {
    const said = await send(server.port, bytes, { end: true })
    expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    const page = (await ask(server.url)).body.toString('latin1')
    expect(said.slice(said.indexOf('\r\n\r\n') + 4)).toBe(page)
  })
})

describe('the site stays up under', () => {
  test.each([
    ['up and out', '/../../../etc/passwd'],
    ['encoded', '/%2e%2e/%2e%2e/etc/passwd'],
    ['encoded slashes', '/..%2f..%2fetc%2fpasswd'],
    ['encoded twice', '/%252e%252e/etc/passwd'],
    ['from the assets', '/assets/../../server.js'],
    ['from the assets, encoded', '/assets/%2e%2e/assets.json'],
    ['with backslashes', '/..\\..\\server.js'],
    ['with an encoded NUL', '/index.html%00.png'],
    ['to another host', '//example.com/'],
    ['to another host, encoded', '/%2f%2fexample.com'],
  ])('a path that climbs %s', async (_, path) => {
    const said = await send(server.port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect(said).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(said).not.toMatch(/root:x:|\r\nlocation:/i)
  })

  test.each([
    ['says nothing', ''],
    ['never ends its request line', 'GET /'],
    ['never ends its headers', `${get}X: x`],
    ['never sends the body that it promised', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n'],
    ['asks once and stays', `${get}\r\n`],
  ])('a client that %s is let go', async (_, bytes) => {
    const said = await send(server.port, bytes)
    expect(said).toMatch(bytes.endsWith('\r\n\r\n') ? /^HTTP\/1\.1 (200|405) / : /^(HTTP\/1\.1 408 |$)/)
    expect((await ask(server.url)).status).toBe(200)
  })

  test('a slow client that feeds one byte at a time does not keep its connection', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    const feed = setInterval(() => socket.write('X'), 10)
    socket.write(`${get}X: `)
    socket.resume()
    await once(socket, 'close')
    clearInterval(feed)
  })

  test('a client that asks for much and reads nothing is let go', async () => {
    const cut = Promise.withResolvers<void>()
    const much = Buffer.alloc(50_000_000)
    const { port, close } = await listen(
      (_req, res) => res.on('close', () => res.writableFinished || cut.resolve()).end(much),
      { stalled: 1000 },
    )
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => {})
    socket.write(`${get}\r\n`)
    await cut.promise
    socket.destroy()
    await close()
  })
})

test('two thousand idle connections keep nobody waiting, and are let go', async () => {
  const closed: Promise<unknown>[] = []
  while (closed.length < 2000) {
    // In crowds that the kernel’s queue of new connections can hold.
    const crowd = Array.from({ length: 200 }, () => connect(server.port, '127.0.0.1').resume())
    closed.push(
      ...crowd.map(socket => new Promise(resolve => socket.on('error', () => {}).on('close', resolve))),
    )
    await Promise.all(crowd.map(socket => once(socket, 'connect')))
  }
  expect((await ask(server.url)).status).toBe(200)
  await Promise.all(closed)
})

describe('whatever is sent', () => {
  /** What breaks parsers, amid what does not. */
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom(
      '/',
      '//',
      '..',
      '%2e',
      '%2f',
      '%',
      '%00',
      '%ff',
      '?',
      '#',
      '\\',
      'about',
      'assets',
      'ABOUT',
      ';',
      ' ',
    ),
  )
  const target = fc.array(piece, { maxLength: 12 }).map(pieces => `/${pieces.join('')}`)
  const value = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('*', '"', 'bytes=-', 'bytes=0-', 'br;q=0', '*;q=0', 'W/""', ',,,', 'q=;'),
  )
  const name = fc.constantFrom(
    'Accept-Encoding',
    'If-None-Match',
    'If-Range',
    'Range',
    'Host',
    'Expect',
    'Upgrade',
    'Connection',
    'Accept',
    'Cookie',
    'Content-Length',
    'Transfer-Encoding',
    'X-Request-Id',
  )
  const headers = fc.array(fc.tuple(name, value), { maxLength: 6 })
  const utf8 = (text: string) => Buffer.from(text).toString('latin1')

  test.each(['live', 'static'] as const)(
    'as a path and headers, the %s site responds without a 5xx',
    async serve => {
      const { port, close } = await listen(await siteUnderTest({ serve }), impatient)
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom('GET', 'HEAD', 'POST'),
          target,
          headers,
          async (method, path, fields) => {
            const lines = [['Host', 'a'], ['Connection', 'close'], ...fields].map(
              ([key, text]) => `${key}: ${text}\r\n`,
            )
            const said = await send(port, utf8(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`))
            expect(said).toMatch(/^(HTTP\/1\.1 [1234]\d\d |$)/)
          },
        ),
        { numRuns: 200 },
      )
      await close()
    },
  )
})
