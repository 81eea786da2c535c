import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Express } from 'express'
import { expect, test, vi } from 'vitest'
import { ask, send } from '../support/ask.ts'
import { build, dist, listen, manifest, origin, program, siteOf } from '../support/fixture-site.ts'
import { createLogLines } from '../support/log-lines.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const { log, lines, linesOf } = createLogLines()

test('each request has one line, which says nothing of the visitor', async () => {
  await using server = await listen(await siteOf({ log }))
  const from = { 'X-Forwarded-For': '192.0.2.7', Referer: 'https://from.example/' }
  const headers = { 'User-Agent': 'Spyglass/1.0', ...from }
  const requests = [
    ['GET', '/kontakt?q=secret', 200],
    ['GET', '/nothing?q=secret', 404],
    ['GET', '/KONTAKT', 308],
    ['HEAD', '/', 200],
  ] as const
  for (const [method, path, status] of requests) {
    const reply = await ask(server.url + path, { method, headers })
    const line = {
      ...{ level: 30, time: expect.any(Number), pid: expect.any(Number), hostname: expect.any(String) },
      ...{ method, path: path.split('?')[0], status, bytes: expect.any(Number), ms: expect.any(Number) },
      id: expect.stringMatching(uuid),
    }
    expect(await linesOf(reply.headers['x-request-id'])).toEqual([line])
  }
  expect(JSON.stringify(lines)).not.toMatch(/Spyglass|192\.0\.2|127\.0\.0|from\.example|secret/)
})

test('a response of 500 is counted as an error, and neither a 404 nor a connection that had to be cut', async () => {
  vi.stubGlobal('testEndpoints', (app: Express) =>
    app.get('/api/fails', () => {
      throw new Error('on purpose')
    }),
  )
  const config = { origin, serve: 'live', trustProxy: false, hsts: 'host', release: '' } as const
  const options = { manifest, build, dist, log, ready: () => true, config }
  const { app, counts } = await program.composeApp(options)
  await using server = await listen(app)
  for (const path of ['/', '/nothing', '/api/fails']) await ask(server.url + path)
  await send(server.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(9))
  await expect.poll(() => counts.requests).toBe(11)
  expect(counts).toEqual({ requests: 11, errors: 1, refused: 0, waiting: 0 })
})

test('a line counts the bytes on the wire, of each response of a connection', async () => {
  await using server = await listen(await siteOf({ log }))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sizes: number[] = []
  let before = 0
  for (const path of ['/healthz', '/nothing', '/']) {
    const [res] = (await once(get(server.url + path, { agent }), 'response')) as [IncomingMessage]
    const { socket } = res
    await buffer(res)
    sizes.push(socket.bytesRead - before)
    before = socket.bytesRead
  }
  agent.destroy()
  await expect.poll(() => lines.map(({ bytes }) => bytes)).toEqual(sizes.slice(1)) // Probes have no line.
})

test.each([
  ['a proxy that is trusted', true, 'from-the-proxy.1', 'from-the-proxy.1'],
  ['a stranger', false, 'from-the-proxy.1', uuid],
  ['a proxy that is trusted, if it is too short', true, 'short', uuid],
  ['a proxy that is trusted, if it is too long', true, 'x'.repeat(129), uuid],
  ['a proxy that is trusted, if it is not fit for a log', true, '{"evil": "yes"}', uuid],
])('the id of %s', async (_, trustProxy, given, expected) => {
  await using server = await listen(await siteOf({ trustProxy, log }))
  const { headers } = await ask(server.url, { headers: { 'X-Request-Id': given } })
  expect(headers['x-request-id']).toEqual(expect.stringMatching(expected))
  expect(await linesOf(headers['x-request-id'])).toHaveLength(1)
})
