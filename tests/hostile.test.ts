import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '../shared/pages.ts'
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

/** A refusal in our own words: no stack, no name of a software, no echo of what was sent. */
const refusal =
  /^HTTP\/1\.1 (?:4\d\d|505) [A-Z][\w ]+\r\n(?:(?!Server|X-Powered-By)[\w-]+: [^\r\n]*\r\n)+\r\n[\w ]*\n?$/

async function expectRefused(said: string): Promise<void> {
  if (said !== '') expect(said).toMatch(refusal)
  expect((await ask(server.url)).status).toBe(200) // The next good request gets its response.
}

const get = 'GET / HTTP/1.1\r\nHost: a\r\n'

test('a version that HTTP/1 does not have is a 505', async () => {
  const said = await send(server.port, 'GET / HTTP/2.0\r\nHost: a\r\n\r\n')
  expect(said).toMatch(/^HTTP\/1\.1 505 /)
})

test('absolute-form is the page of its path, whatever host it names (RFC 9112, section 3.2.2)', async () => {
  for (const { path } of Object.values(pages)) {
    const absolute = `GET http://example.org${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
    const said = await send(server.port, absolute)
    const body = said.slice(said.indexOf('\r\n\r\n') + 4)
    expect(body).toBe((await ask(server.url + path)).body.toString('latin1'))
  }
})

describe('a closed socket or a clean refusal responds to', () => {
  test.each([
    ['nothing but line breaks and noise', '\r\n\r\n\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/0.9', 'GET /\r\n\r\n'],
    ['HTTP/2 in a request of HTTP/1', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n'],
    ['a version that does not exist', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['a method that does not exist', 'GRAB / HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
    ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
    ['an empty Host', 'GET / HTTP/1.1\r\nHost:\r\n\r\n'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['the same Host twice', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n'],
    ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
    ['a Host with a user', 'GET / HTTP/1.1\r\nHost: me@a\r\n\r\n'],
    ['absolute-form without a host', 'GET http:///about HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['absolute-form of another scheme', 'GET ftp://example.com/ HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a target without a slash', 'GET about HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a target with a space', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a target with a fragment', 'GET /#a HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a target with raw bytes', 'GET /\xe4\xff HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a target with NUL', 'GET /a\0b HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a bad escape', 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['an escape of half a character', 'GET /%c3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a request line of 9 kB', `GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a request line of 1 MB', `GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a header of 20 kB', `${get}X: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['two hundred headers', `${get}${'X: x\r\n'.repeat(200)}\r\n`],
    ['bare LF', 'GET / HTTP/1.1\nHost: a\n\n'],
    ['a header that ends in bare LF', `${get}X: x\nY: y\r\n\r\n`],
    ['a header that ends in bare CR', `${get}X: x\rY: y\r\n\r\n`],
    ['obs-fold', `${get}X: x\r\n folded\r\n\r\n`],
    ['a space before the colon', `${get}X : x\r\n\r\n`],
    ['a header without a colon', `${get}X\r\n\r\n`],
    ['a header without a name', `${get}: x\r\n\r\n`],
    ['NUL in a header', `${get}X: a\0b\r\n\r\n`],
    [
      'Content-Length and Transfer-Encoding',
      `${get}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `${get}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ['a negative length', `${get}Content-Length: -1\r\n\r\n`],
    ['a length with a sign', `${get}Content-Length: +1\r\n\r\na`],
    ['a length beyond numbers', `${get}Content-Length: 99999999999999999999\r\n\r\n`],
    ['an unknown transfer encoding', `${get}Transfer-Encoding: cow\r\n\r\n`],
    ['chunked, not last', `${get}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['chunked behind a tab', `${get}Transfer-Encoding:\tchunked\x0b\r\n\r\n0\r\n\r\n`],
    ['a body where none is read', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nGET /a HT'],
    ['a chunk of a bad size', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
    [
      'a body that is announced and expected',
      'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
    ],
    ['a method that is not for us', 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a question about everything', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    await expectRefused(await send(server.port, bytes))
  })

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
      { stalled: 50 },
    )
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => {})
    socket.write(`${get}\r\n`)
    await cut.promise
    socket.destroy()
    await close()
  })

  test('a client that closes its half gets its response', async () => {
    expect(await send(server.port, `${get}\r\n`, { end: true })).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
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
