// A connection on which nothing has moved for 30 seconds is cut, unless a handler works or an event stream is open. Here
// it is some milliseconds; connection-limits.test.ts has the limit that ships.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Express } from 'express'
import { expect, test, vi } from 'vitest'
import { listen, siteOf } from '../../support/fixture-site.ts'
import { leaveOut } from '../../support/needs.ts'

/** In milliseconds. Each test begins to count when its connection is in the state that it is about. */
const SHORT = 20

/** Opens a connection, and sends these bytes. Resolves to the server's end of it, and to the client's. */
async function open(server: Server, port: number, bytes = '') {
  const client = connect(port, '127.0.0.1').on('error', () => {})
  const [socket] = (await once(server, 'connection')) as [Socket]
  client.write(bytes)
  return { client, socket }
}

const closed = (socket: Socket) => new Promise(resolve => socket.on('close', resolve))
const cut = { name: 'ConnectionCut', message: 'the client stalled' }

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`

/** Lets two handlers wait for the test. Resolves when one of them has begun. */
function slowHandlers(answer: Promise<string>) {
  const begun = Promise.withResolvers<void>()
  const waits = () => {
    begun.resolve()
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
  return begun.promise
}

test.each([
  { what: 'a handler works', path: '/api/thinks' },
  { what: 'an event stream waits for its next event', path: '/api/events' },
])('a connection on which $what is not cut: its client gets the whole response', async ({ path }) => {
  const answer = Promise.withResolvers<string>()
  const begun = slowHandlers(answer.promise)
  await using site = await listen(await siteOf())
  const { client, socket } = await open(site.server, site.port, get(path))
  let said = ''
  client.setEncoding('utf8').on('data', text => {
    said += text
  })
  await begun
  socket.setTimeout(SHORT)
  await once(site.server, 'timeout')
  answer.resolve('the end')
  await closed(client)
  expect(said).toMatch(/^HTTP\/1\.1 200 OK\r\n.*the end/s)
})

test('a connection that never sends a request is cut', async () => {
  await using site = await listen(await siteOf())
  const { client, socket } = await open(site.server, site.port)
  socket.setTimeout(SHORT)
  await closed(client.resume())
  expect(socket.errored).toMatchObject(cut)
})

test('a connection that is idle after a request is cut', async () => {
  await using site = await listen(await siteOf())
  const { client, socket } = await open(site.server, site.port, 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [response] = await once(client, 'data')
  expect(String(response)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  socket.setTimeout(SHORT)
  await closed(client)
  expect(socket.errored).toMatchObject(cut)
})

test('a client that does not read its response is cut', async () => {
  await using site = await listen((_req, res) => res.end(Buffer.alloc(50_000_000)))
  const { client, socket } = await open(site.server, site.port, get('/'))
  await once(site.server, 'request')
  socket.setTimeout(SHORT)
  await closed(socket)
  expect(socket.errored).toMatchObject(cut)
  client.destroy()
})

/** Whether the system looks now and then whether the client of this connection is still there, as Linux says it. */
function hasKeepAlive({ localPort = 0, remotePort = 0 }: Socket): boolean {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
  const ends = new RegExp(`:${hex(localPort)} \\w+:${hex(remotePort)} `)
  const connection = readFileSync('/proc/self/net/tcp', 'utf8')
    .split('\n')
    .find(line => ends.test(line))
  // The field tr of https://docs.kernel.org/networking/proc_net_tcp.html: 2 is a timer that is not for sending again.
  return / 02:[\dA-F]{8} /.test(connection ?? '')
}

test(
  'a silent event stream has TCP keep-alive: its connection ends some time after its client has disappeared',
  leaveOut(process.platform !== 'linux', 'only Linux has /proc'),
  async () => {
    await using site = await listen(await siteOf())
    const { client, socket } = await open(site.server, site.port, get('/api/news'))
    await once(client, 'data')
    await expect.poll(() => hasKeepAlive(socket)).toBe(true)
    client.destroy()
  },
)
