import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import express, { type Express, type Response, Router } from 'express'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serializers } from '../server/log.ts'
import { ask, send } from './support/ask.ts'
import type { LogLine } from './support/process.ts'
import { listen, security, siteUnderTest } from './support/server.ts'
import { other } from './support/table.ts'

const trap = Object.defineProperty(new Error('a trap'), 'code', {
  get: () => {
    throw new Error('do not look')
  },
})
/** What somebody's code may throw, and what the log says of it. */
const thrown: [name: string, value: unknown, err: object][] = [
  ['a string', 'text', { type: 'string', message: 'text' }],
  ['an object', { password: 'hunter2' }, { type: 'Object' }],
  ['a symbol', Symbol('s'), { type: 'symbol', message: 'Symbol(s)' }],
  ['a frozen error', Object.freeze(new TypeError('cold')), { type: 'TypeError', message: 'cold' }],
  ['an error that cannot be read', trap, { message: 'a trap' }],
  ['an error of a backend', Object.assign(new Error('gone'), { status: 404, code: 'E1' }), { status: 404 }],
  [
    'an error with a cause',
    new Error('outer', { cause: Object.assign(new Error('inner'), { code: 'ECONNREFUSED' }) }),
    {
      message: 'outer',
      cause: { type: 'Error', message: 'inner', code: 'ECONNREFUSED', stack: expect.any(String) },
    },
  ],
  ['an error with a body', Object.assign(new Error('odd'), { body: 'hunter2' }), { message: 'odd' }],
]

/** What the tests hold of a response until they end it. */
const held = new Map<string, Response>()

function endpoints(app: Express): void {
  for (const [index, [, value]] of thrown.entries())
    app.get(`/api/throws/${index}`, (_req, res) => {
      res.set({ 'Set-Cookie': 'a=b', 'Cache-Control': 'public, max-age=60', 'Content-Type': 'image/png' })
      throw value
    })
  app.get('/api/rejects', () => Promise.reject())
  app.get('/api/half', async (_req, res) => {
    res.write('half')
    throw new Error('half-way')
  })
  app.post('/api/json', express.json({ limit: 1000 }), (req, res) => void res.json(req.body))
  app.post('/api/late', (req, res) => {
    res.write('begun')
    req.on('data', () => {})
    res.end('done')
  })
  app.get('/api/kept', (_req, res) => void res.set('Cache-Control', 'public, max-age=60').json({}))
  app.get('/api/who', (req, res) => void res.json({ ip: req.ip, secure: req.secure, host: req.host }))
  app.get('/api/thinks', (_req, res) => void held.set('thinks', res))
  app.get('/api/events', (_req, res) => {
    res.type('text/event-stream').flushHeaders()
    held.set('events', res)
  })
  app.get('/api/passes', (_req, _res, next) => next())
  app.get('/api/item/:id', (_req, res) => void res.json({}))
  app.put('/api/item/:id', (_req, res) => void res.json({}))
  app.use(
    '/api/inner',
    Router().delete('/item', (_req, res) => void res.json({})),
  )
  app.post(other.path, (_req, res) => void res.redirect(303, other.path))
}

const lines: LogLine[] = []
const log = pino({ serializers }, { write: (line: string) => void lines.push(JSON.parse(line)) })
/** The lines of one request, when it has been logged. */
async function linesOf(id: unknown): Promise<LogLine[]> {
  await expect.poll(() => lines.find(line => line.id === id && line.method)).toBeDefined()
  return lines.filter(line => line.id === id)
}

let server: Awaited<ReturnType<typeof listen>>
const impatient = { stalled: 100, requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 20 }
beforeAll(async () => {
  server = await listen(await siteUnderTest({ endpoints, log }), impatient)
})
afterAll(() => server.close())

describe('an endpoint that throws', () => {
  test.each(thrown.map(([name, , err], index) => [name, index, err] as const))(
    '%s is a 500 without its headers, and one line at level 50',
    async (_, index, err) => {
      const { status, headers, body } = await ask(`${server.url}/api/throws/${index}`)
      expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': expect.any(String) })
      expect(headers).not.toHaveProperty('set-cookie')
      expect(headers['content-security-policy']).toBe(security['Content-Security-Policy'])
      expect(body.toString()).toContain('<h1>')
      const [error, ...rest] = (await linesOf(headers['x-request-id'])).filter(({ level }) => level >= 40)
      expect(rest).toEqual([])
      expect(error).toMatchObject({ level: 50, err, path: `/api/throws/${index}` })
      expect(JSON.stringify(error)).not.toContain('hunter2')
    },
  )

  test('nothing, in a promise, is a 500 that is logged once', async () => {
    const { status, headers } = await ask(`${server.url}/api/rejects`)
    expect(status).toBe(500)
    const logged = await linesOf(headers['x-request-id'])
    expect(logged.filter(({ level }) => level === 50)).toHaveLength(1)
  })

  test('after a part of its response is cut off, and one line at level 50', async () => {
    lines.length = 0
    expect(await send(server.port, 'GET /api/half HTTP/1.1\r\nHost: a\r\n\r\n')).not.toContain('\r\n0\r\n')
    await expect.poll(() => lines).toHaveLength(2)
    expect(lines.map(({ level, status }) => [level, status])).toEqual([
      [50, undefined],
      [30, 500],
    ])
  })
})

/** Posts a body, and resolves to the response. */
async function post(path: string, type: string, body: string, headers = {}) {
  const req = request(server.url + path, {
    method: 'POST',
    agent: false,
    headers: { 'Content-Type': type, ...headers },
  })
  req.end(body)
  const [res] = (await once(req, 'response')) as [IncomingMessage]
  return { status: res.statusCode, headers: res.headers, body: await text(res) }
}

describe('what the client does wrong', () => {
  test.each([
    ['malformed JSON', '{"email":"jane@a.example","password":"hunter2",}', {}, 400, 'Bad Request\n'],
    ['too large', `"${'x'.repeat(2000)}"`, {}, 413, 'Payload Too Large\n'],
    ['in an unknown encoding', '{}', { 'Content-Encoding': 'cow' }, 415, 'Unsupported Media Type\n'],
  ])('a body that is %s', async (_, sent, extra, expected, said) => {
    const { status, headers, body } = await post('/api/json', 'application/json', sent, extra)
    expect([status, body]).toEqual([expected, said])
    expect(headers['content-security-policy']).toBe(security['Content-Security-Policy'])
    const logged = await linesOf(headers['x-request-id'])
    expect(logged).toMatchObject([{ level: 30, status: expected, path: '/api/json' }])
    expect(JSON.stringify(logged)).not.toMatch(/hunter2|stack/)
  })

  test('a bad escape in the parameter of a route is a 400', async () => {
    expect((await ask(`${server.url}/api/item/%zz`)).status).toBe(400)
  })

  const upload =
    'POST /api/json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"password":'

  test('an upload that is too slow is a 408, in one line of the log', async () => {
    lines.length = 0
    expect(await send(server.port, upload)).toMatch(/^HTTP\/1\.1 408 /)
    await expect.poll(() => lines).toMatchObject([{ level: 30, status: 408, path: '/api/json' }])
  })

  test('an upload that is not well-formed is a 400, in one line of the log', async () => {
    lines.length = 0
    const chunked = upload.replace('Content-Length: 99', 'Transfer-Encoding: chunked')
    expect(await send(server.port, chunked)).toMatch(/^HTTP\/1\.1 400 /)
    await expect.poll(() => lines).toMatchObject([{ level: 30, status: 400, path: '/api/json' }])
  })

  test('an upload that is broken off is a 400, in one line of the log', async () => {
    lines.length = 0
    expect(await send(server.port, upload, { end: true })).toMatch(/^HTTP\/1\.1 400 /)
    await expect.poll(() => lines).toMatchObject([{ level: 30, status: 400, path: '/api/json' }])
  })
})

describe('Expect: 100-continue', () => {
  const ahead = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`

  test('is answered with 100 when an endpoint reads the body', async () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.write(ahead('POST', '/api/json'))
    const [said] = await once(socket, 'data')
    expect(String(said)).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write('{}')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /)
  })

  test.each([
    ['POST', '/', 405],
    ['GET', '/', 200],
    ['GET', '/nothing', 404],
    ['POST', '/api/late', 200],
  ])('%s %s is a %i at once, and nobody is told to send a body', async (method, path, status) => {
    const said = await send(server.port, ahead(method, path))
    expect(said).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(said).not.toContain(' 100 ')
  })
})

describe('a client is not cut', () => {
  test.each(['thinks', 'events'])('while a handler %s', async name => {
    const req = request(`${server.url}/api/${name}`, { agent: false }).end()
    const response = once(req, 'response')
    if (name === 'events') await response
    // Longer than the server waits for a client that does not read: another connection was let go twice since.
    for (let i = 0; i < 2; i++) await once(connect(server.port, '127.0.0.1').resume(), 'close')
    held.get(name)?.end('at last')
    const [res] = await response
    expect(await text(res)).toBe('at last')
  })
})

test('a request that outlasts the shutdown is a 503 at level 50', async () => {
  lines.length = 0
  let ready = true
  const { url, close } = await listen(await siteUnderTest({ endpoints, log, ready: () => ready }))
  held.clear()
  request(`${url}/api/thinks`, { agent: false })
    .on('error', () => {})
    .end()
  await expect.poll(() => held.size).toBe(1)
  ready = false
  await close()
  await expect.poll(() => lines).toMatchObject([{ level: 50, status: 503, path: '/api/thinks' }])
})

describe('the methods of a path', () => {
  test.each([
    ['PUT', '/api/json', 405, 'POST'],
    ['GET', '/api/json', 405, 'POST'],
    ['OPTIONS', '/api/json', 200, 'POST'],
    ['POST', '/api/item/1', 405, 'GET, HEAD, PUT'],
    ['OPTIONS', '/api/item/1', 200, 'GET, HEAD, PUT'],
    ['PUT', '/api/inner/item', 405, 'DELETE'],
    ['PUT', other.path, 405, 'GET, HEAD, POST'],
    ['OPTIONS', other.path, 200, 'GET, HEAD, POST'],
    ['POST', '/', 405, 'GET, HEAD'],
    ['POST', '/favicon.svg', 405, 'GET, HEAD'],
  ])('%s %s is a %i that names them', async (method, path, expected, allow) => {
    const { status, headers } = await ask(server.url + path, { method })
    expect([status, headers.allow]).toEqual([expected, allow])
  })

  test.each([
    ['HEAD', '/api/item/1', 200],
    ['GET', other.path, 200],
    ['POST', other.path, 303],
    ['GET', '/api/passes', 404],
    ['GET', '/api/nothing', 404],
  ])('%s %s is a %i', async (method, path, status) => {
    expect((await ask(server.url + path, { method })).status).toBe(status)
  })
})

test.each([
  ['/api/who', 'no-store'],
  ['/api/kept', 'public, max-age=60'],
])('%s may be kept: %s', async (path, cache) => {
  expect((await ask(server.url + path)).headers['cache-control']).toBe(cache)
})

test.each([
  [true, '198.51.100.2', true],
  [false, '127.0.0.1', false],
])(
  'where trustProxy is %s, the client is %s and https is %s to an endpoint',
  async (trustProxy, ip, secure) => {
    lines.length = 0
    const { url, close } = await listen(await siteUnderTest({ endpoints, trustProxy, log }))
    const headers = { 'X-Forwarded-For': '192.0.2.1, 198.51.100.2', 'X-Forwarded-Proto': 'https' }
    expect(JSON.parse(String((await ask(`${url}/api/who`, { headers })).body))).toMatchObject({ ip, secure })
    await close()
    expect(JSON.stringify(lines)).not.toContain('198.51.100.2')
  },
)
