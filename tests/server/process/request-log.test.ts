// The log line of a request: its fields, what it never reveals about a visitor, and the id in X-Request-Id.
// log-summary.test.ts covers the summary of each minute.
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Express } from 'express'
import { expect, test, vi } from 'vitest'
import { build, dist, listen, manifest, origin, program, siteOf, table } from '../../support/fixture-site.ts'
import { request } from '../../support/http.ts'
import { createLogLines } from '../../support/log-lines.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const { log, lines, linesOf, linesAt } = createLogLines()

test.each([
  { method: 'GET', target: '/nothing?q=secret', path: '/nothing', status: 404 },
  { method: 'HEAD', target: '/lageplan.svg', path: '/lageplan.svg', status: 200 },
])(
  '$method $target is logged in one line, which reveals nothing about the visitor',
  async ({ method, target, path, status }) => {
    await using server = await listen(await siteOf({ log }))
    const headers = {
      'User-Agent': 'Spyglass/1.0',
      'X-Forwarded-For': '192.0.2.7',
      Referer: 'https://from.example/',
    }
    const reply = await request(server.url + target, { method, headers })
    const number = expect.any(Number)
    const logged = await linesOf(reply.headers['x-request-id'])
    expect(logged).toEqual([
      {
        level: 30,
        time: number,
        pid: number,
        hostname: expect.any(String),
        id: expect.stringMatching(uuid),
        method,
        path,
        status,
        bytes: number,
        ms: number,
      },
    ])
    expect(`${logged[0]?.ms}`).toMatch(/^\d+(\.\d{1,2})?$/)
    expect(JSON.stringify(logged)).not.toMatch(/Spyglass|192\.0\.2|127\.0\.0|from\.example|secret/)
  },
)

test('a path is cut to 256 characters in the lines of a request and of an error', async () => {
  vi.stubGlobal('testEndpoints', (app: Express) =>
    app.get('/api/fails/:name', () => {
      throw new Error('on purpose')
    }),
  )
  await using server = await listen(await siteOf({ log }))
  const { headers } = await request(`${server.url}/api/fails/${'x'.repeat(7000)}`)
  const cut = `/api/fails/${'x'.repeat(245)}…`
  expect(await linesOf(headers['x-request-id'])).toMatchObject([
    { level: 50, path: cut },
    { level: 30, path: cut, status: 500 },
  ])
})

test('a 500 counts as an error, and a 404 doesn’t', async () => {
  vi.stubGlobal('testEndpoints', (app: Express) =>
    app.get('/api/fails', () => {
      throw new Error('on purpose')
    }),
  )
  const config = { origin, serve: 'live', trustProxy: false, hsts: 'host', release: '' } as const
  const options = { table, manifest, build, dist, log, isReady: () => true, config }
  const { app, counts } = await program.composeApp(options)
  await using server = await listen(app)
  for (const path of ['/', '/nothing', '/api/fails']) await request(server.url + path)
  await expect.poll(() => counts.requests).toBe(3)
  expect(counts).toMatchObject({ requests: 3, errors: 1 })
})

test('a line has the bytes on the wire for each response of a kept-alive connection', async () => {
  await using server = await listen(await siteOf({ log }))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const received: object[] = []
  const logged: object[] = []
  let before = 0
  for (const path of ['/impressum', '/nothing', '/']) {
    const [res] = (await once(get(server.url + path, { agent }), 'response')) as [IncomingMessage]
    const { socket } = res
    await buffer(res)
    received.push({ path, bytes: socket.bytesRead - before })
    before = socket.bytesRead
    const [line] = await linesOf(res.headers['x-request-id'])
    logged.push({ path, bytes: line?.bytes })
  }
  agent.destroy()
  expect(logged).toEqual(received)
})

test('probes aren’t logged', async () => {
  await using server = await listen(await siteOf({ log }))
  const { headers } = await request(`${server.url}/healthz`)
  await request(`${server.url}/readyz`)
  const last = await request(`${server.url}/impressum`)
  await linesOf(last.headers['x-request-id'])
  expect([...linesAt('/healthz'), ...linesAt('/readyz')]).toEqual([])
  expect(lines.filter(({ id }) => id === headers['x-request-id'])).toEqual([])
})

test.each([
  {
    what: 'the one from a proxy if it has 8 characters',
    trustProxy: true,
    given: '12345678',
    id: /^12345678$/,
  },
  {
    what: 'the one from a proxy if it has 128 characters',
    trustProxy: true,
    given: 'x'.repeat(128),
    id: /^x{128}$/,
  },
  {
    what: 'the one from a proxy if it has only allowed characters',
    trustProxy: true,
    given: 'Root=1-a_B.c:d/e+f==',
    id: /^Root=1-a_B\.c:d\/e\+f==$/,
  },
  { what: 'our own for an untrusted client', trustProxy: false, given: 'from-the-proxy.1', id: uuid },
  { what: 'our own if the proxy’s is too short', trustProxy: true, given: 'shorter', id: uuid },
  { what: 'our own if the proxy’s is too long', trustProxy: true, given: 'x'.repeat(129), id: uuid },
  {
    what: 'our own if the proxy’s has characters that are unsafe in a log',
    trustProxy: true,
    given: '{"evil": "yes"}',
    id: uuid,
  },
])('the id of a request is $what', async ({ trustProxy, given, id }) => {
  await using server = await listen(await siteOf({ trustProxy, log }))
  const { headers } = await request(server.url, { headers: { 'X-Request-Id': given } })
  expect(headers['x-request-id']).toMatch(id)
  expect(await linesOf(headers['x-request-id'])).toHaveLength(1)
})

test('a line has the response time in milliseconds, to two decimal places', async () => {
  const endpoints = (app: Express) =>
    app.get('/api/slow', (_req, res) => {
      vi.advanceTimersByTime(1500.256)
      res.end()
    })
  vi.stubGlobal('testEndpoints', endpoints)
  await using server = await listen(await siteOf({ log }))
  vi.useFakeTimers({ toFake: ['performance'] })
  const { headers } = await request(`${server.url}/api/slow`)
  expect(await linesOf(headers['x-request-id'])).toMatchObject([{ path: '/api/slow', ms: 1500.26 }])
})

test('an endpoint’s own 503 during a shutdown is logged at level 30, because nothing was cut', async () => {
  const endpoints = (app: Express) => app.get('/api/full', (_req, res) => void res.status(503).end())
  vi.stubGlobal('testEndpoints', endpoints)
  await using server = await listen(await siteOf({ log, isReady: () => false }))
  const { headers } = await request(`${server.url}/api/full`)
  expect(await linesOf(headers['x-request-id'])).toMatchObject([{ level: 30, status: 503 }])
})

test.each([
  { what: 'a slow page is logged as a 499', path: '/api/thinks', status: 499 },
  { what: 'an event stream, which ends no other way, is logged as a 200', path: '/api/events', status: 200 },
  { what: 'an event stream that hasn’t started is logged as a 499', path: '/api/events-later', status: 499 },
])('a visitor who leaves $what', async ({ path, status }) => {
  const started = Promise.withResolvers<void>()
  const endpoints = (app: Express) => {
    app.get('/api/thinks', () => started.resolve())
    app.get('/api/events', (_req, res) => {
      res.type('text/event-stream').flushHeaders()
      started.resolve()
    })
    app.get('/api/events-later', (_req, res) => {
      res.type('text/event-stream')
      started.resolve()
    })
  }
  vi.stubGlobal('testEndpoints', endpoints)
  await using server = await listen(await siteOf({ log }))
  const visitor = get(server.url + path, { agent: false }).on('error', () => {})
  await started.promise
  visitor.destroy()
  await expect.poll(() => linesAt(path)).toMatchObject([{ level: 30, status }])
})
