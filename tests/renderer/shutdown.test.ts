import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Express } from 'express'
import { describe, expect, test, vi } from 'vitest'
import { listen, program, siteOf } from '../support/fixture-site.ts'
import { createLogLines } from '../support/log-lines.ts'

const { log, lines } = createLogLines()

/** The fixture's site with endpoints that keep their visitors waiting, and the paths of which requests have come. */
async function start() {
  const begun: string[] = []
  const waits = (app: Express) => {
    app.get('/api/thinks', ({ path }) => void begun.push(path))
    app.get('/api/reads', (req, res) => {
      begun.push(req.path)
      req.resume().on('end', () => res.end())
    })
    app.get('/api/events', ({ path }, res) => {
      res.type('text/event-stream').flushHeaders()
      begun.push(path)
    })
  }
  const jobs = () => new Promise(() => begun.push('/stellen'))
  vi.stubGlobal('testEndpoints', waits)
  vi.stubGlobal('sources', { jobs })
  let stopping = false
  const app = await siteOf({ log, ready: () => !stopping })
  const { server, port } = await listen(app)
  /** Sends a request whose body never comes. */
  const ask = (path: string) => {
    const client = connect(port, '127.0.0.1').on('error', () => {})
    client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n`)
  }
  /** Cuts what is under way. */
  const shutDown = () => {
    stopping = true
    return program.shutDown(server, { linger: false, timeout: 0, log })
  }
  return { server, port, ask, begun, shutDown }
}

test.each([
  ['a handler that never answers', '/api/thinks', 50, 503],
  ['a slow page', '/stellen', 50, 503],
  ['a slow body', '/api/reads', 50, 503],
  ['an event stream, which is no error', '/api/events', 30, 200],
])('a shutdown that cuts twenty times %s has logged each', async (_, path, level, status) => {
  const { ask, begun, shutDown } = await start()
  for (let i = 0; i < 20; i++) ask(path)
  await expect.poll(() => begun).toHaveLength(20)
  await shutDown()
  const requests = lines.filter(line => line.path)
  expect(requests).toEqual(Array(20).fill(expect.objectContaining({ level, status, path })))
})

describe('after the time for which nothing has moved on a connection', () => {
  /** As Node does when the time is over. */
  const timeOut = (server: Server, socket: Socket) => server.emit('timeout', socket)

  test.each(['/api/thinks', '/api/events', '/stellen'])('%s is not cut', async path => {
    const { server, ask, begun, shutDown } = await start()
    ask(path)
    const [socket] = await once(server, 'connection')
    await expect.poll(() => begun).toEqual([path])
    timeOut(server, socket)
    expect(socket.destroyed).toBe(false)
    await shutDown()
  })

  test('an idle connection is cut, before and after its first request', async () => {
    const { server, port, shutDown } = await start()
    for (const bytes of ['', 'HEAD / HTTP/1.1\r\nHost: a\r\n\r\n']) {
      const client = connect(port, '127.0.0.1').on('error', () => {})
      const [socket] = await once(server, 'connection')
      client.write(bytes)
      if (bytes) await once(client, 'data')
      timeOut(server, socket)
      expect(socket.destroyed).toBe(true)
      client.destroy()
    }
    await shutDown()
  })

  test('a client that does not read is cut', async () => {
    await using listening = await listen((_req, res) => res.end(Buffer.alloc(50_000_000)))
    const { server, port } = listening
    const client = connect(port, '127.0.0.1').on('error', () => {})
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    const [, res] = await once(server, 'request')
    expect(res.socket.writableLength).toBeGreaterThan(0)
    timeOut(server, res.socket)
    expect(res.socket?.destroyed ?? true).toBe(true)
    client.destroy()
  })
})
