// Graceful shutdown: how requests in progress and idle connections end. system/signals.test.ts covers a process that gets a
// signal; system/uncaught-errors.test.ts an error that ends a process.
import { once } from 'node:events'
import type { RequestListener, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import type { Express } from 'express'
import { expect, test, vi } from 'vitest'
import { listen, siteOf } from '../../support/fixture-site.ts'
import { request, send } from '../../support/http.ts'
import { createLogLines } from '../../support/log-lines.ts'

const { log, linesAt } = createLogLines()

test.each([
  { what: 'handlers that never respond', path: '/api/thinks', level: 50, status: 503 },
  { what: 'slow uploads', path: '/api/reads', level: 50, status: 503 },
  { what: 'event streams', path: '/api/events', level: 30, status: 200 },
])('a shutdown that cuts three $what logs each with status $status', async ({ path, level, status }) => {
  const started: string[] = []
  const endpoints = (app: Express) => {
    app.get('/api/thinks', req => void started.push(req.path))
    app.get('/api/reads', (req, res) => {
      started.push(req.path)
      req.resume().on('end', () => res.end())
    })
    app.get('/api/events', (req, res) => {
      res.type('text/event-stream').flushHeaders()
      started.push(req.path)
    })
  }
  vi.stubGlobal('testEndpoints', endpoints)
  let stopping = false
  const { server, port } = await listen(await siteOf({ log, isReady: () => !stopping }))
  for (let n = 0; n < 3; n++) {
    const client = connect(port, '127.0.0.1').on('error', () => {})
    client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n`) // The body never arrives.
  }
  await expect.poll(() => started).toHaveLength(3)
  await request(`http://127.0.0.1:${port}/healthz`) // The shutdown doesn't wait for a completed response.
  stopping = true
  await server.shutDown({ delay: 0, timeout: 0, log })
  expect(linesAt(path)).toEqual(Array(3).fill(expect.objectContaining({ level, status })))
})

test('a shutdown doesn’t wait for a request that has sent only one byte', async () => {
  const { server, port } = await listen(await siteOf({ log }))
  const client = connect(port, '127.0.0.1').on('error', () => {})
  const received = once(server, 'connection')
  client.write('G')
  const [socket] = (await received) as [Socket]
  await expect.poll(() => socket.bytesRead).toBe(1)
  vi.useFakeTimers({ toFake: ['setTimeout'] }) // The shutdown's timeout never fires.
  await server.shutDown({ delay: 0, timeout: 60_000, log })
  expect(socket.destroyed).toBe(true)
})

test('a shutdown closes a keep-alive connection when its response has ended', async () => {
  const started = Promise.withResolvers<ServerResponse>()
  const endpoints = (app: Express) =>
    app.get('/api/started', (_req, res) => {
      res.write('the first half, ')
      started.resolve(res)
    })
  vi.stubGlobal('testEndpoints', endpoints)
  const { server, port } = await listen(await siteOf())
  const client = connect(port, '127.0.0.1')
  client.write('GET /api/started HTTP/1.1\r\nHost: a\r\n\r\n')
  const received = text(client)
  const response = await started.promise
  const { socket } = response
  await once(client, 'readable')
  const ended = server.shutDown({ delay: 0, timeout: 3_600_000, log })
  response.end('the second')
  expect(await received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: keep-alive\r\n.*the second/s)
  await ended
  expect(socket?.errored).toBeNull() // It wasn't cut later as stalled, either.
})

test('during the delay of a shutdown, the connection of each response is closed after it', async () => {
  const started = Promise.withResolvers<ServerResponse>()
  const endpoints = (app: Express) => app.get('/api/started', (_req, res) => started.resolve(res))
  vi.stubGlobal('testEndpoints', endpoints)
  const { server, port } = await listen(await siteOf())
  const begun = send(port, get('/api/started'))
  const response = await started.promise
  const cut = new AbortController()
  const ended = server.shutDown({ delay: 3_600_000, timeout: 3_600_000, signal: cut.signal, log })
  response.end()
  const responses = [await begun, await send(port, get('/healthz')), await send(port, get('/kontakt'))]
  for (const received of responses) expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close\r\n/s)
  cut.abort()
  await ended
})

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

test('a shutdown closes an idle connection', async () => {
  const { server, port } = await listen(await siteOf(), { keepAliveTimeout: 3_600_000 })
  const answered = new Promise<Socket>(resolve =>
    server.on('request', ({ socket }, res) => res.on('close', () => resolve(socket))),
  )
  const client = connect(port, '127.0.0.1').resume()
  client.write(get('/healthz'))
  const socket = await answered
  await server.shutDown({ delay: 0, timeout: 3_600_000, log })
  expect(socket.errored).toBeNull() // It wasn't cut later as stalled, either.
})

test('a shutdown sends a slow client the rest of its response, and cuts no idle connection', async () => {
  const large = Buffer.alloc(20_000_000) // More than a socket's buffers hold.
  const app: RequestListener = (req, res) => void res.end(req.url === '/large' ? large : 'small')
  const { server, port } = await listen(app, { keepAliveTimeout: 3_600_000 })
  const sockets: Socket[] = []
  server.on('connection', socket => sockets.push(socket))
  const [slow, idle] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  slow.write(get('/large'))
  await once(slow, 'readable')
  idle.write(get('/small'))
  await once(idle, 'data')
  const ended = server.shutDown({ delay: 0, timeout: 3_600_000, log })
  expect((await buffer(slow)).length).toBeGreaterThan(large.length)
  await ended
  expect(sockets.map(({ errored }) => errored)).toEqual([null, null])
})

test('a shutdown cuts off a client that is still receiving a response after the timeout', async () => {
  const large = Buffer.alloc(20_000_000)
  const { server, port } = await listen((_req, res) => void res.end(large), { keepAliveTimeout: 3_600_000 })
  const slow = connect(port, '127.0.0.1')
  slow.write(get('/'))
  await once(slow, 'readable')
  await server.shutDown({ delay: 0, timeout: 0, log })
  const received = buffer(slow).catch(() => Buffer.alloc(0)) // Some systems report an error on a cut connection.
  expect((await received).length).toBeLessThan(large.length)
})

test('a shutdown ends after its timeout even if its delay is longer', async () => {
  const { server } = await listen(await siteOf())
  await server.shutDown({ delay: 3_600_000, timeout: 0, log })
  expect({ isListening: server.listening }).toEqual({ isListening: false })
})
