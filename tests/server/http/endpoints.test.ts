// The site's own endpoints, server/site/endpoints.ts: what the engine adds to their responses, and how it handles their
// errors. send-page.test.ts covers endpoints that send a page.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import express, { type Express, type RequestHandler, Router } from 'express'
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
const inner = Object.assign(new Error('inner'), { code: 'ECONNREFUSED' })
const innerLogged = { type: 'Error', message: 'inner', code: 'ECONNREFUSED', stack: expect.any(String) }

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
  ['an error with a cause', new Error('outer', { cause: inner }), { message: 'outer', cause: innerLogged }],
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
  const readJson = express.json({ limit: 1000 })
  for (const path of ['/api/json', '/api/broken', '/api/chunked', '/api/slow'])
    app.post(path, readJson, (req, res) => void res.json(req.body))
  app.get('/api/large', (_req, res) => void res.json({ padding: 'x'.repeat(2000) }))
  app.get('/api/kept', (_req, res) => void res.set('Cache-Control', 'public, max-age=60').json({}))
  app.get('/api/who', (req, res) => void res.json({ ip: req.ip, secure: req.secure }))
  app.get('/api/file/:name', (req, res) => res.sendFile(`${folder}/build/${req.params.name}`))
  app.get('/api/item/:id', (_req, res) => void res.json({}))
  app.put('/api/item/:id', (_req, res) => void res.json({}))
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

  test.each([
    {
      what: 'malformed JSON',
      sent: '{"password":"hunter2",}',
      extra: {},
      status: 400,
      text: 'Bad Request\n',
    },
    {
      what: 'a body that is too large',
      sent: `"${'x'.repeat(2000)}"`,
      extra: {},
      status: 413,
      text: 'Payload Too Large\n',
    },
    {
      what: 'an unknown content encoding',
      sent: '{}',
      extra: { 'Content-Encoding': 'cow' },
      status: 415,
      text: 'Unsupported Media Type\n',
    },
  ])('$what gets a $status, and a log line without a stack', async ({ sent, extra, status, text }) => {
    const post = supertest(server.url).post('/api/json').type('json').set(extra)
    const reply = await post.send(sent)
    const policy = reply.headers['content-security-policy']
    expect({ status: reply.status, text: reply.text, policy }).toEqual({
      status,
      text,
      policy: expect.stringContaining("default-src 'none'"),
    })
    const logged = await linesOf(reply.headers['x-request-id'])
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

test.each(['*', 'gzip, deflate, br, zstd'])(
  'an event is sent immediately and uncompressed to a client that accepts "%s"',
  async accepted => {
    const headers = { 'Accept-Encoding': accepted }
    const req = get(`${server.url}/api/news`, { headers, agent: false })
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    const [event] = await once(res.setEncoding('utf8'), 'data')
    req.destroy()
    expect({ type: res.headers['content-type'], encoding: res.headers['content-encoding'], event }).toEqual({
      type: 'text/event-stream; charset=utf-8',
      encoding: undefined,
      event: 'data: Schnee im Hof\n\n',
    })
  },
)

test.each([
  { method: 'PUT', path: '/api/json', status: 405 },
  { method: 'HEAD', path: '/api/item/1', status: 200 },
  { method: 'PUT', path: '/api/item/1', status: 200 },
  { method: 'GET', path: '/api/nothing', status: 404 },
])('$method $path responds with $status', async ({ method, path, status }) => {
  expect((await request(server.url + path, { method })).status).toBe(status)
})

test('OPTIONS lists the methods of an endpoint', async () => {
  const { status, headers } = await request(`${server.url}/api/item/1`, { method: 'OPTIONS' })
  expect({ status, allow: headers.allow }).toEqual({ status: 200, allow: 'GET, HEAD, PUT' })
})

describe('an endpoint at the path of a page or a file', () => {
  const pass: RequestHandler = (_req, _res, next) => next()
  const answer: RequestHandler = (_req, res) => void res.json({})
  type Endpoints = (app: Express) => unknown

  async function allowedAt(path: string, method: string, endpoints: Endpoints) {
    vi.stubGlobal('testEndpoints', endpoints)
    await using site = await listen(await siteOf())
    const { status, headers } = await request(site.url + path, { method })
    return { status, allow: headers.allow, cache: headers['cache-control'] }
  }

  test('has its methods listed by a 405 and by OPTIONS', async () => {
    const endpoints: Endpoints = app =>
      app
        .post('/', answer)
        .patch('/', answer)
        .all('/leistungen', pass)
        .post('/leistungen', answer)
        .get('/stimmen', answer)
        .delete('/google123.html', answer)
        .post(/^.impressum$/, answer)
        .use('/kontakt', Router().all('/', pass).post('/', answer))
    vi.stubGlobal('testEndpoints', endpoints)
    await using site = await listen(await siteOf())
    const allowed: Record<string, string> = {}
    // A router answers OPTIONS itself.
    for (const method of ['PUT', 'OPTIONS'])
      for (const path of [
        ...['/', '/leistungen', '/stimmen', '/google123.html', '/impressum'],
        ...(method === 'PUT' ? ['/kontakt', '/datenschutz'] : ['/datenschutz']),
      ]) {
        const { status, headers } = await request(site.url + path, { method })
        allowed[`${method} ${path}`] = `${status} ${headers.allow}, ${headers['cache-control']}`
      }
    const post = 'GET, HEAD, POST, no-store'
    expect(allowed).toEqual({
      'PUT /': '405 GET, HEAD, POST, PATCH, no-store',
      'PUT /leistungen': `405 ${post}`,
      'PUT /stimmen': '405 GET, HEAD, no-store',
      'PUT /google123.html': '405 GET, HEAD, DELETE, no-store',
      'PUT /impressum': `405 ${post}`,
      'PUT /kontakt': `405 ${post}`,
      'PUT /datenschutz': '405 GET, HEAD, no-store',
      'OPTIONS /': '200 GET, HEAD, POST, PATCH, no-store',
      'OPTIONS /leistungen': `200 ${post}`,
      'OPTIONS /stimmen': '200 GET, HEAD, no-store',
      'OPTIONS /google123.html': '200 GET, HEAD, DELETE, no-store',
      'OPTIONS /impressum': `200 ${post}`,
      'OPTIONS /datenschutz': '405 GET, HEAD, no-store',
    })
  })

  test('can answer OPTIONS itself', async () => {
    const endpoints: Endpoints = app => app.options('/', (_req, res) => void res.set('Allow', 'PUT').end())
    expect(await allowedAt('/', 'OPTIONS', endpoints)).toMatchObject({ status: 200, allow: 'PUT' })
  })

  test('runs only once when a request then gets a 405', async () => {
    const seen = vi.fn(pass)
    await allowedAt('/', 'PUT', app => app.use(seen).post('/', answer))
    expect(seen).toHaveBeenCalledOnce()
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

test('an endpoint’s response is compressed unless its type already is', async () => {
  const types = ['application/json', 'text/csv', 'image/svg+xml', 'image/png', 'application/zip']
  const endpoints = (app: Express) =>
    app.get('/api/export/:n', ({ params }, res) => {
      res.type(types[Number(params.n)] ?? '').send(Buffer.alloc(5000))
    })
  vi.stubGlobal('testEndpoints', endpoints)
  await using site = await listen(await siteOf())
  const encodings: Record<string, string | undefined> = {}
  for (const [n, type] of types.entries()) {
    const { headers } = await request(`${site.url}/api/export/${n}`, {
      headers: { 'Accept-Encoding': 'gzip, br' },
    })
    encodings[type] = headers['content-encoding']
  }
  expect(encodings).toEqual({
    'application/json': 'br',
    'text/csv': 'br',
    'image/svg+xml': 'br',
    'image/png': undefined,
    'application/zip': undefined,
  })
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
