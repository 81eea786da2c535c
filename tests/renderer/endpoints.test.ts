import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import express, { type Express } from 'express'
import supertest from 'supertest'
import { afterAll, describe, expect, test } from 'vitest'
import { ask, send } from '../support/ask.ts'
import { folder, listen, siteOf } from '../support/fixture-site.ts'
import { createLogLines } from '../support/log-lines.ts'

const trap = Object.defineProperty(new Error('a trap'), 'code', {
  get: () => {
    throw new Error('do not look')
  },
})
const inner = Object.assign(new Error('inner'), { code: 'ECONNREFUSED' })
const innerLogged = { type: 'Error', message: 'inner', code: 'ECONNREFUSED', stack: expect.any(String) }

/** What an endpoint may throw, and what the log says of it. */
const thrown: [name: string, value: unknown, err: object][] = [
  ['a string', 'text', { type: 'string', message: 'text' }],
  ['an object', { password: 'hunter2' }, { type: 'Object' }],
  ['a symbol', Symbol('s'), { type: 'symbol', message: 'Symbol(s)' }],
  ['a frozen error', Object.freeze(new TypeError('cold')), { type: 'TypeError', message: 'cold' }],
  ['an error that cannot be read', trap, { message: 'a trap' }],
  ['a 404 of a service', Object.assign(new Error('gone'), { status: 404, code: 'E1' }), { status: 404 }],
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
  app.post('/api/json', express.json({ limit: 1000 }), (req, res) => void res.json(req.body))
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

test.each(['live', 'static'] as const)('%s: has all that a page has, and a line in the log', async serve => {
  await using site = await listen(await siteOf({ serve, log }))
  const accepted = { headers: { 'Accept-Encoding': 'br' } }
  const { status, headers, body } = await ask(`${site.url}/api/large`, accepted)
  expect([status, headers['content-encoding'], headers['cache-control']]).toEqual([200, 'br', 'no-store'])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(JSON.parse(String(brotliDecompressSync(body))).padding).toHaveLength(2000)
  const logged = await linesOf(headers['x-request-id'])
  expect(logged).toMatchObject([{ path: '/api/large', status: 200, level: 30 }])
})

test.each(thrown)('an endpoint that throws %s is a 500 without its headers', async (name, _, err) => {
  const path = `/api/throws/${encodeURIComponent(name)}`
  const { status, headers, body } = await ask(server.url + path)
  expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': expect.any(String) })
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(String(body)).toContain('<h1>')
  const errors = (await linesOf(headers['x-request-id'])).filter(({ level }) => level >= 40)
  expect(errors).toMatchObject([{ level: 50, err, path }])
  expect(JSON.stringify(errors)).not.toContain('hunter2')
})

test('an endpoint that throws half-way is cut off, with one line at level 50', async () => {
  expect(await send(server.port, 'GET /api/half HTTP/1.1\r\nHost: a\r\n\r\n')).not.toContain('\r\n0\r\n')
  await expect.poll(() => linesAt('/api/half')).toMatchObject([{ level: 50 }, { level: 30, status: 500 }])
  expect(linesAt('/api/half')[0]).not.toHaveProperty('status')
})

describe('what the client does wrong is no error of ours:', () => {
  test.each([
    ['malformed JSON', '{"password":"hunter2",}', {}, 400, 'Bad Request\n'],
    ['a body that is too large', `"${'x'.repeat(2000)}"`, {}, 413, 'Payload Too Large\n'],
    ['an unknown content encoding', '{}', { 'Content-Encoding': 'cow' }, 415, 'Unsupported Media Type\n'],
  ])('%s', async (_, sent, extra, expected, text) => {
    const post = supertest(server.url).post('/api/json').type('json').set(extra)
    const { status, headers, text: given } = await post.send(sent)
    expect([status, given]).toEqual([expected, text])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    const logged = await linesOf(headers['x-request-id'])
    expect(logged).toMatchObject([{ level: 30, status: expected, path: '/api/json' }])
    expect(JSON.stringify(logged)).not.toMatch(/hunter2|stack/)
  })

  test.each([
    ['a bad escape in a parameter', '/api/item/%zz', 400],
    ['a file that is not there', '/api/file/none.txt', 404],
    ['a name that is too long', `/api/file/${'x'.repeat(300)}`, 404],
  ])('%s', async (_, path, expected) => {
    const { status, headers } = await ask(server.url + path)
    expect(status).toBe(expected)
    expect((await linesOf(headers['x-request-id'])).map(({ level }) => level)).toEqual([30])
  })

  const upload =
    'POST /api/json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"password":'
  const chunked = upload.replace('Content-Length: 99', 'Transfer-Encoding: chunked')
  const impatient = { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 }
  test.each([
    ['breaks off', upload, { end: true }, {}, 400],
    ['is not well-formed', chunked, {}, {}, 400],
    ['is too slow', upload, {}, impatient, 408],
  ])('an upload that %s, in one line of the log', async (_, bytes, options, limits, status) => {
    await using site = await listen(await siteOf({ log }), limits)
    expect(await send(site.port, bytes, options)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    // Node has answered, and the log says that the request was never complete.
    await expect.poll(() => linesAt('/api/json')).toMatchObject([{ level: 30, status: 499 }])
  })
})

test.each(['gzip', 'br', 'deflate', '*', 'gzip, deflate, br, zstd', ''])(
  'an event is sent at once, and not compressed, to a client that accepts "%s"',
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

test.each<[method: string, path: string, status: number, headers?: object]>([
  ['PUT', '/api/json', 404],
  ['HEAD', '/api/item/1', 200],
  ['PUT', '/api/item/1', 200],
  ['GET', '/api/nothing', 404],
  ['OPTIONS', '/api/item/1', 200, { allow: 'GET, HEAD, PUT' }],
  ['GET', '/api/kept', 200, { 'cache-control': 'public, max-age=60' }],
])('%s %s is a %i', async (method, path, status, headers = {}) => {
  expect(await ask(server.url + path, { method })).toMatchObject({ status, headers })
})

test.each([
  [true, '198.51.100.2', true],
  [false, '127.0.0.1', false],
])('with trustProxy %s a handler sees %s, and https %s; the log neither', async (trustProxy, ip, secure) => {
  await using site = await listen(await siteOf({ trustProxy, log }))
  const headers = { 'X-Forwarded-For': '192.0.2.1, 198.51.100.2', 'X-Forwarded-Proto': 'https' }
  const reply = await ask(`${site.url}/api/who`, { headers })
  expect(JSON.parse(String(reply.body))).toEqual({ ip, secure })
  expect(JSON.stringify(await linesOf(reply.headers['x-request-id']))).not.toMatch(/198\.51|127\.0/)
})
