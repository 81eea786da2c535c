// The server cuts a connection after 30 seconds without traffic, unless a handler is running or an event stream is open.
// These tests use a few milliseconds; connection-limits.test.ts has the limit that ships.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Express } from 'express'
import { expect, test, vi } from 'vitest'
import { listen, siteOf } from '../../support/fixture-site.ts'
import { skipIf } from '../../support/needs.ts'

/** In milliseconds. Each test sets it once its connection has reached the state under test. */
const SHORT = 20

/** Opens a connection, sends these bytes, and resolves to both ends of it. */
async function open(server: Server, port: number, bytes = '') {
  const client = connect(port, '127.0.0.1').on('error', () => {})
  const [socket] = (await once(server, 'connection')) as [Socket]
  client.write(bytes)
  return { client, socket }
}

const closed = (socket: Socket) => new Promise(resolve => socket.on('close', resolve))
const cut = { name: 'ConnectionCut', message: 'the client stalled' }

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`

/** Makes two handlers wait for the test. Resolves when one of them has started. */
function slowHandlers(answer: Promise<string>) {
  const started = Promise.withResolvers<void>()
  const waits = () => {
    started.resolve()
    return answer
  }
  const endpoints = (app: Express) => {
    app.get('/api/thinks', async (_req, res) => void res.send(await waits()))
    app.get('/api/events', async (_req, res) => {
      res.type('text/event-stream').flushHeaders()
      res.end(`data: ${await waits()}\n\n`)
    })
  }
  vi.stubGlobal('testEndpoints', endpoints)
  return started.promise
}

test.each([
  { what: 'a handler is running', path: '/api/thinks' },
  { what: 'an event stream is waiting for its next event', path: '/api/events' },
])('a connection is kept while $what, and its client gets the whole response', async ({ path }) => {
  const answer = Promise.withResolvers<string>()
  const started = slowHandlers(answer.promise)
  await using site = await listen(await siteOf())
  const { client, socket } = await open(site.server, site.port, get(path))
  let received = ''
  client.setEncoding('utf8').on('data', text => {
    received += text
  })
  await started
  socket.setTimeout(SHORT)
  await once(site.server, 'timeout')
  answer.resolve('the end')
  await closed(client)
  expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n.*the end/s)
})

test('a connection that never sends a request is cut', async () => {
  await using site = await listen(await siteOf())
  const { client, socket } = await open(site.server, site.port)
  socket.setTimeout(SHORT)
  await closed(client.resume())
  expect(socket.errored).toMatchObject(cut)
})

test('a connection that stays idle after a request is cut', async () => {
  await using site = await listen(await siteOf())
  const { client, socket } = await open(site.server, site.port, 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [response] = await once(client, 'data')
  expect(String(response)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  socket.setTimeout(SHORT)
  await closed(client)
  expect(socket.errored).toMatchObject(cut)
})

test('a client that doesn’t read its response is cut off', async () => {
  await using site = await listen((_req, res) => res.end(Buffer.alloc(50_000_000)))
  const { client, socket } = await open(site.server, site.port, get('/'))
  await once(site.server, 'request')
  socket.setTimeout(SHORT)
  await closed(socket)
  expect(socket.errored).toMatchObject(cut)
  client.destroy()
})

/** Whether TCP keep-alive is on for this connection, read from Linux's /proc. */
function hasKeepAlive({ localPort = 0, remotePort = 0 }: Socket): boolean {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
  const ends = new RegExp(`:${hex(localPort)} \\w+:${hex(remotePort)} `)
  const connection = readFileSync('/proc/self/net/tcp', 'utf8')
    .split('\n')
    .find(line => ends.test(line))
  // The field tr of https://docs.kernel.org/networking/proc_net_tcp.html: 2 is a timer other than retransmission.
  return / 02:[\dA-F]{8} /.test(connection ?? '')
}

test(
  'an event stream has TCP keep-alive, which detects a client that has disappeared',
  skipIf(process.platform !== 'linux', 'only Linux has /proc'),
  async () => {
    await using site = await listen(await siteOf())
    const { client, socket } = await open(site.server, site.port, get('/api/news'))
    await once(client, 'data')
    await expect.poll(() => hasKeepAlive(socket)).toBe(true)
    client.destroy()
  },
)
