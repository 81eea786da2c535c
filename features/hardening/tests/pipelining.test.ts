// Pipelining: a client sends several requests on one connection without waiting for responses (RFC 9112, section 9.3.2).
// Browsers and proxies don't.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Express, RequestHandler, Response } from 'express'
import { expect, test, vi } from 'vitest'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request, send } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'

const { log, linesAt } = createLogLines()

const get = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n`
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const LAST = 'Connection: close\r\n'
const bodiesOf = (received: string) => received.split(/HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n/s).slice(1)

test.each(['/', '/KONTAKT', '/api/status'])(
  'a connection that pipelines 2,000 requests for %s is cut, while other connections are served',
  async path => {
    await using server = await listen(await siteOf({ log }))
    await request(server.url + path) // From now on the response is cached.
    await expect.poll(() => linesAt(path)).toHaveLength(1)
    const client = connect(server.port, '127.0.0.1').on('error', () => {})
    const [socket] = await once(server.server, 'connection')
    const closed = new Promise(resolve => socket.on('close', resolve))
    client.write(get(path).repeat(2000))
    expect((await request(`${server.url}/healthz`)).status).toBe(200)
    await closed
    expect(socket.errored).toMatchObject({ name: 'ConnectionCut' })
    // Only the first was handled.
    await expect.poll(() => linesAt(path)).toHaveLength(1 + 1)
    await request(server.url + path)
    await expect.poll(() => linesAt(path)).toHaveLength(1 + 1 + 1)
    client.destroy()
  },
)

test('eight pipelined requests are answered in order, even if the first one is slow', async () => {
  const source = Promise.withResolvers<string>()
  const called = Promise.withResolvers<void>()
  const jobs: RequestHandler = async (_req, res) => {
    called.resolve()
    res.send(await source.promise)
  }
  vi.stubGlobal('testEndpoints', (app: Express) => app.get('/api/jobs', jobs))
  await using server = await listen(await siteOf())
  const paths = ['/api/jobs', '/healthz', '/', '/healthz', '/kontakt', '/healthz', '/readyz', '/impressum']
  const received = send(server.port, paths.map(path => get(path, path === '/impressum' ? LAST : '')).join(''))
  await called.promise
  source.resolve('Schreinerin')
  const responses = bodiesOf(await received).map((body, index) => ({ path: paths[index], body }))
  const expected: typeof responses = []
  for (const path of paths)
    expected.push({ path, body: (await request(server.url + path)).body.toString('latin1') })
  expect(responses[0]?.body).toContain('Schreinerin')
  expect(responses).toEqual(expected)
})

/** An endpoint that responds when the test says so, and the requests that it has received, in order. */
function slowEndpoint() {
  const received: string[] = []
  const watchers = new Map<number, () => void>()
  const answers: (() => void)[] = []
  const endpoints = (app: Express) =>
    app.all('/api/slow', async (req, res) => {
      received.push(`${req.method} ${req.query.n} ${await text(req)}`.trim())
      answers.push(() => res.send(`answer ${req.query.n}`))
      watchers.get(received.length)?.()
    })
  vi.stubGlobal('testEndpoints', endpoints)
  return {
    received,
    /** Resolves when it has received this many requests. */
    times: (count: number) =>
      new Promise<void>(resolve => {
        if (received.length >= count) resolve()
        else watchers.set(count, resolve)
      }),
    answerNext: () => answers.shift()?.(),
  }
}

test('a pipelined request is handled, with its body, once the one before it has been answered', async () => {
  const endpoint = slowEndpoint()
  await using server = await listen(await siteOf({ log }))
  const post = 'POST /api/slow?n=2 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nwords'
  const received = send(
    server.port,
    `HEAD /api/slow?n=1 HTTP/1.1\r\nHost: a\r\n\r\n${post}${get('/api/slow?n=3', LAST)}`,
  )
  for (const expected of [['HEAD 1'], ['HEAD 1', 'POST 2 words'], ['HEAD 1', 'POST 2 words', 'GET 3']]) {
    await endpoint.times(expected.length)
    await request(`${server.url}/healthz`) // By now a concurrent server would have started the next one.
    expect(endpoint.received).toEqual(expected)
    endpoint.answerNext()
  }
  expect((await received).match(/answer \d/g)).toEqual(['answer 2', 'answer 3']) // A HEAD has no body.
})

test('a pipelined request that expects 100 Continue gets it, and its body is read', async () => {
  const endpoint = slowEndpoint()
  await using server = await listen(await siteOf())
  const client = connect(server.port, '127.0.0.1').setEncoding('latin1')
  let received = ''
  client.on('data', chunk => {
    received += chunk
    if (chunk.includes('100 Continue')) client.write('words')
  })
  client.write(
    `${get('/api/slow?n=1')}POST /api/slow?n=2 HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n${LAST}\r\n`,
  )
  await endpoint.times(1)
  endpoint.answerNext()
  await endpoint.times(2)
  endpoint.answerNext()
  await once(client, 'close')
  expect(endpoint.received).toEqual(['GET 1', 'POST 2 words'])
  expect(received).toMatch(/answer 1HTTP\/1\.1 100 Continue.*answer 2$/s)
})

test('a request behind an event stream is handled once the stream has ended', async () => {
  const started = Promise.withResolvers<Response>()
  const endpoints = (app: Express) =>
    app.get('/api/stream', (_req, res) => {
      res.type('text/event-stream').write('data: one\n\n')
      started.resolve(res)
    })
  vi.stubGlobal('testEndpoints', endpoints)
  await using server = await listen(await siteOf({ log }))
  const received = send(server.port, get('/api/stream') + get('/kontakt', LAST))
  const stream = await started.promise
  await request(`${server.url}/healthz`) // By now a concurrent server would have sent the page.
  expect(linesAt('/kontakt')).toEqual([])
  stream.end()
  expect(await received).toMatch(/data: one.*<title>Kontakt/s)
})

test('a pipelined request is not handled after its client has disconnected', async () => {
  const endpoint = slowEndpoint()
  await using server = await listen(await siteOf({ log }))
  const client = connect(server.port, '127.0.0.1')
  client.write(get('/api/slow?n=1') + get('/api/slow?n=2'))
  await endpoint.times(1)
  client.destroy()
  await expect.poll(() => linesAt('/api/slow')).toMatchObject([{ status: 499 }])
  await request(`${server.url}/healthz`)
  expect(endpoint.received).toEqual(['GET 1'])
})

test('after SIGTERM, no further request of a connection is handled', async () => {
  const endpoint = slowEndpoint()
  const { server, port } = await listen(await siteOf({ log }))
  const received = send(port, get('/kontakt?n=0') + get('/api/slow?n=1') + get('/api/slow?n=2'))
  await endpoint.times(1)
  const ended = server.shutDown({ delay: 0, timeout: 3_600_000, log })
  endpoint.answerNext()
  expect((await received).match(/^Connection: .*/gim)).toEqual([
    'Connection: keep-alive',
    'Connection: close',
  ])
  await ended
  expect(endpoint.received).toEqual(['GET 1'])
})

test('the logged time of a pipelined request starts when it is handled', async () => {
  const endpoint = slowEndpoint()
  await using server = await listen(await siteOf({ log }))
  vi.useFakeTimers({ toFake: ['performance'] })
  const received = send(server.port, get('/api/slow?n=1') + get('/kontakt', LAST))
  await endpoint.times(1)
  vi.advanceTimersByTime(5000)
  endpoint.answerNext()
  await received
  await expect.poll(() => linesAt('/kontakt')).toHaveLength(1)
  const [[slow], [next]] = [linesAt('/api/slow'), linesAt('/kontakt')]
  expect(slow?.ms).toBe(5000)
  expect(next?.ms).toBeLessThan(1000) // Polling lets time pass.
})

test('an idle connection still works after another one has been cut', async () => {
  await using server = await listen(await siteOf())
  const client = connect(server.port, '127.0.0.1')
  client.write(get('/healthz'))
  await once(client, 'data')
  await send(server.port, get('/').repeat(2000))
  client.write(get('/readyz'))
  const [received] = await once(client, 'data')
  expect(String(received)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  client.destroy()
})

test('a connection may send many requests if it waits for each response', async () => {
  await using server = await listen(await siteOf())
  const client = connect(server.port, '127.0.0.1')
  for (let count = 0; count < 50; count++) {
    client.write(get('/healthz'))
    const [received] = await once(client, 'data')
    expect(String(received)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  }
  client.destroy()
})

test('at most one connection that pipelines too much is cut per turn of the event loop', async () => {
  await using server = await listen(await siteOf())
  const cutInTurn: number[] = [0]
  let cutBefore = 0
  const cutSoFar = () => sockets.filter(socket => socket.errored !== null).length
  const countTurns = () => {
    cutBefore = cutSoFar()
    cutInTurn.push(0)
    timer = setImmediate(countTurns)
  }
  let timer = setImmediate(countTurns)
  const sockets: Socket[] = []
  server.server.on('connection', socket => sockets.push(socket))
  server.server.on('request', () => {
    cutInTurn[cutInTurn.length - 1] = cutSoFar() - cutBefore
  })
  const clients = Array.from({ length: 20 }, () => connect(server.port, '127.0.0.1').on('error', () => {}))
  await expect.poll(() => sockets).toHaveLength(20)
  for (const client of clients) client.write(get('/').repeat(50))
  await expect.poll(() => sockets.filter(({ destroyed }) => destroyed)).toHaveLength(20)
  clearImmediate(timer)
  expect({ most: Math.max(...cutInTurn), all: sum(cutInTurn) }).toEqual({ most: 1, all: 20 })
})

test('the request of a connection that was cut for pipelining is logged as a 503 at level 30', async () => {
  await using server = await listen(await siteOf({ log, isReady: () => true }))
  await send(server.port, 'GET /api/nothing HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(9))
  const cut = { level: 30, path: '/api/nothing', status: 503 }
  await expect.poll(() => linesAt('/api/nothing')).toMatchObject([cut])
})
