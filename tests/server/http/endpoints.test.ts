// The site's own endpoints, server/site/endpoints.ts: what the engine adds to their responses, and how it handles their
// errors. send-page.test.ts covers endpoints that send a page.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import express, { type Express } from 'express'
import supertest from 'supertest'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { folder, listen, siteOf } from '../../support/fixture-site.ts'
import { request, send } from '../../support/http.ts'
import { createLogLines } from '../../support/log-lines.ts'

const trap = Object.defineProperty(new Error('a trap'), 'code', {
  get: () => {
    throw new Error('do not look')
  },
})

/** Values that an endpoint may throw, and how they are logged. */
const thrown: [name: string, value: unknown, err: object][] = [
  ['a string', 'text', { type: 'string', message: 'text' }],
  ['an object', { password: 'hunter2' }, { type: 'Object' }],
  ['a symbol', Symbol('s'), { type: 'symbol', message: 'Symbol(s)' }],
  ['a frozen error', Object.freeze(new TypeError('cold')), { type: 'TypeError', message: 'cold' }],
  ['an error with a throwing getter', trap, { message: 'a trap' }],
  [
    'a 404 from a service',
    Object.assign(new Error('gone'), { status: 404, code: 42 }),
    { status: 404, code: 42 },
  ],
  ['an error with a body', Object.assign(new Error('odd'), { body: 'hunter2' }), { message: 'odd' }],
]

function addEndpoints(app: Express): void {
  app.get('/api/throws/:name', ({ params }, res) => {
    res.set({ 'Set-Cookie': 'a=b', 'Cache-Control': 'public, max-age=60', 'Content-Type': 'image/png' })
    throw thrown.find(([name]) => name === params.name)?.[1]
  })
  app.get('/api/half', async (_req, res) => {
    res.write('half')
    throw new Error('half-way')
  })
  app.get('/api/half-mistaken', async (_req, res) => {
    res.write('half')
    throw Object.assign(new Error('malformed'), { status: 400, expose: true })
  })
  const readJson = express.json()
  for (const path of ['/api/json', '/api/broken', '/api/chunked', '/api/slow'])
    app.post(path, readJson, (req, res) => void res.json(req.body))
  app.get('/api/large', (_req, res) => void res.json({ padding: 'x'.repeat(2000) }))
  app.get('/api/kept', (_req, res) => void res.set('Cache-Control', 'public, max-age=60').json({}))
  app.get('/api/who', (req, res) => void res.json({ ip: req.ip, secure: req.secure }))
  app.get('/api/file/:name', (req, res) => res.sendFile(`${folder}/build/${req.params.name}`))
  app.get('/api/item/:id', (_req, res) => void res.json({}))
}

const { log, linesOf, linesAt } = createLogLines()
globalThis.testEndpoints = addEndpoints
const server = await listen(await siteOf({ log }))
afterAll(() => server.close())

test('an endpoint’s response is compressed, logged, and has the CSP and no-store', async () => {
  const accepted = { headers: { 'Accept-Encoding': 'br' } }
  const { status, headers, body } = await request(`${server.url}/api/large`, accepted)
  expect({ status, headers }).toMatchObject({
    status: 200,
    headers: {
      'content-encoding': 'br',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    },
  })
  expect(JSON.parse(String(brotliDecompressSync(body))).padding).toHaveLength(2000)
  const logged = await linesOf(headers['x-request-id'])
  expect(logged).toMatchObject([{ path: '/api/large', status: 200, level: 30 }])
})

test.each(thrown)(
  'an endpoint that throws %s responds with the site’s 500 page, drops its headers and logs one error',
  async (name, _, err) => {
    const path = `/api/throws/${encodeURIComponent(name)}`
    const { status, headers, body } = await request(server.url + path)
    expect({ status, headers }).toMatchObject({
      status: 500,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      },
    })
    expect(headers).not.toHaveProperty('set-cookie')
    expect(String(body)).toContain('<h1>')
    const errors = (await linesOf(headers['x-request-id'])).filter(({ level }) => level >= 40)
    expect(errors).toMatchObject([{ level: 50, msg: 'the request failed', err, path }])
    expect(JSON.stringify(errors)).not.toContain('hunter2')
  },
)

test('an endpoint that throws halfway through its response is cut off, and logs one error', async () => {
  expect(await send(server.port, 'GET /api/half HTTP/1.1\r\nHost: a\r\n\r\n')).not.toContain('\r\n0\r\n')
  await expect.poll(() => linesAt('/api/half')).toMatchObject([{ level: 50 }, { level: 30, status: 500 }])
  expect(linesAt('/api/half')[0]).not.toHaveProperty('status')
})

describe('a client error is not logged as a server error:', () => {
  test('one that is found halfway through a response cuts it off, and logs one line at level 30', async () => {
    await send(server.port, 'GET /api/half-mistaken HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(() => linesAt('/api/half-mistaken')).toMatchObject([{ level: 30, status: 499 }])
  })

  test('malformed JSON gets a 400, and a log line without a stack', async () => {
    const post = supertest(server.url).post('/api/json').type('json')
    const { status, text, headers } = await post.send('{"password":"hunter2",}')
    expect({ status, text, policy: headers['content-security-policy'] }).toEqual({
      status: 400,
      text: 'Bad Request\n',
      policy: expect.stringContaining("default-src 'none'"),
    })
    const logged = await linesOf(headers['x-request-id'])
    expect(logged).toMatchObject([{ level: 30, status, path: '/api/json' }])
    expect(JSON.stringify(logged)).not.toMatch(/hunter2|stack/)
  })

  test.each([
    { what: 'a bad escape in a parameter', path: '/api/item/%zz', status: 400 },
    { what: 'a missing file', path: '/api/file/none.txt', status: 404 },
    { what: 'a name that is too long', path: `/api/file/${'x'.repeat(300)}`, status: 404 },
  ])('$what gets a $status and one log line', async ({ path, status }) => {
    const reply = await request(server.url + path)
    expect(reply.status).toBe(status)
    expect(await linesOf(reply.headers['x-request-id'])).toMatchObject([{ level: 30, status }])
  })

  /** The start of an upload that never finishes. */
  const upload = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"password":`
  /** Node has responded, and the log says that the request was never complete. */
  const loggedAsIncomplete = (path: string) =>
    expect.poll(() => linesAt(path)).toMatchObject([{ level: 30, status: 499 }])

  test.each([
    { what: 'breaks off', bytes: upload('/api/broken'), path: '/api/broken', end: true },
    {
      what: 'is not well-formed',
      bytes: upload('/api/chunked').replace('Content-Length: 99', 'Transfer-Encoding: chunked'),
      path: '/api/chunked',
      end: false,
    },
  ])('an upload that $what gets a 400 and one log line', async ({ bytes, path, end }) => {
    expect(await send(server.port, bytes, { end })).toMatch(/^HTTP\/1\.1 400 /)
    await loggedAsIncomplete(path)
  })

  test('an upload that is too slow gets a 408 and one log line', async () => {
    await using site = await listen(await siteOf({ log }), { connectionsCheckingInterval: 20 })
    const reply = send(site.port, upload('/api/slow'))
    await once(site.server, 'request')
    // Takes effect now. Node uses the smaller one for the headers, which have already arrived.
    Object.assign(site.server, { headersTimeout: 1, requestTimeout: 1 })
    expect(await reply).toMatch(/^HTTP\/1\.1 408 /)
    await loggedAsIncomplete('/api/slow')
  })
})

test('an event is sent immediately and uncompressed to a client that accepts compression', async () => {
  const headers = { 'Accept-Encoding': 'gzip, deflate, br, zstd' }
  const req = get(`${server.url}/api/news`, { headers, agent: false })
  const [res] = (await once(req, 'response')) as [IncomingMessage]
  const [event] = await once(res.setEncoding('utf8'), 'data')
  req.destroy()
  expect({ type: res.headers['content-type'], encoding: res.headers['content-encoding'], event }).toEqual({
    type: 'text/event-stream; charset=utf-8',
    encoding: undefined,
    event: 'data: Schnee im Hof\n\n',
  })
})

test('an endpoint can set its own Cache-Control', async () => {
  expect((await request(`${server.url}/api/kept`)).headers['cache-control']).toBe('public, max-age=60')
})

test.each([
  { trustProxy: true, ip: '198.51.100.2', secure: true },
  { trustProxy: false, ip: '127.0.0.1', secure: false },
])(
  'with trustProxy $trustProxy, a handler sees IP $ip and secure $secure, and no IP is logged',
  async ({ trustProxy, ip, secure }) => {
    await using site = await listen(await siteOf({ trustProxy, log }))
    const headers = { 'X-Forwarded-For': '192.0.2.1, 198.51.100.2', 'X-Forwarded-Proto': 'https' }
    const reply = await request(`${site.url}/api/who`, { headers })
    expect(JSON.parse(String(reply.body))).toEqual({ ip, secure })
    expect(JSON.stringify(await linesOf(reply.headers['x-request-id']))).not.toMatch(/198\.51|127\.0/)
  },
)

test('a response of an endpoint stays uncompressed if its type already is compressed', async () => {
  const endpoints = (app: Express) =>
    app.get('/api/picture', (_req, res) => void res.type('image/png').send(Buffer.alloc(5000)))
  vi.stubGlobal('testEndpoints', endpoints)
  await using site = await listen(await siteOf())
  const { headers } = await request(`${site.url}/api/picture`, { headers: { 'Accept-Encoding': 'br' } })
  expect(headers['content-encoding']).toBeUndefined()
})

test('an error with an exposed 4xx status gets that status, and any other error the 500 page', async () => {
  const page = expect.stringContaining('<h1>')
  const cases = [
    { error: { status: 400, expose: true }, status: 400, body: 'Bad Request\n' },
    { error: { status: 499, expose: true }, status: 499, body: 'Bad request\n' },
    { error: { status: 399, expose: true }, status: 500, body: page },
    { error: { status: 503, expose: true }, status: 500, body: page },
    { error: { status: 404, expose: false }, status: 500, body: page },
    { error: { status: 403, code: 'ENOENT' }, status: 500, body: page },
    { error: { status: 404, code: 'EACCES' }, status: 500, body: page },
    { error: { status: 404, code: 'ENOTDIR' }, status: 404, body: 'Not Found\n' },
  ]
  const endpoints = (app: Express) =>
    app.get('/api/fails/:n', ({ params }) => {
      throw Object.assign(new Error('on purpose'), cases[Number(params.n)]?.error)
    })
  vi.stubGlobal('testEndpoints', endpoints)
  await using site = await listen(await siteOf({ log }))
  for (const [n, { error, ...expected }] of cases.entries()) {
    const { status, body } = await request(`${site.url}/api/fails/${n}`)
    expect({ error, status, body: String(body) }).toEqual({ error, ...expected })
  }
})
