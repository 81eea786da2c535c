// Several requests on one connection, of which the client does not wait for the responses: RFC 9112, section 9.3.2.
// Browsers and proxies do not do that.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { ask, send } from '../support/ask.ts'
import { listen, siteOf } from '../support/fixture-site.ts'
import { createLogLines } from '../support/log-lines.ts'

const { log, linesAt } = createLogLines()
const MAX_PIPELINED = 8

const get = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n`
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const LAST = 'Connection: close\r\n'
const bodiesOf = (said: string) => said.split(/HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n/s).slice(1)

describe.each(['live', 'static'] as const)('%s:', serve => {
  test.each(['/', '/nothing', '/KONTAKT', '/api/status'])(
    'a connection that sends 2,000 requests for %s at once is cut, and the others are answered meanwhile',
    async path => {
      await using server = await listen(await siteOf({ serve, log }))
      await ask(server.url + path) // From now on it is ready.
      await expect.poll(() => linesAt(path)).toHaveLength(1)
      const client = connect(server.port, '127.0.0.1').on('error', () => {})
      const [socket] = await once(server.server, 'connection')
      const closed = new Promise(resolve => socket.on('close', resolve))
      client.write(get(path).repeat(2000))
      expect((await ask(`${server.url}/healthz`)).status).toBe(200)
      await closed
      expect(socket.errored).toMatchObject({ name: 'ConnectionCut' })
      // What came after them has reached nobody.
      await expect.poll(() => linesAt(path)).toHaveLength(1 + MAX_PIPELINED)
      await ask(server.url + path)
      await expect.poll(() => linesAt(path)).toHaveLength(1 + MAX_PIPELINED + 1)
      client.destroy()
    },
  )
})

test('eight requests at once are answered in their order, also where the first waits for its source', async () => {
  const source = Promise.withResolvers<string[]>()
  const asked = Promise.withResolvers<void>()
  const jobs = () => {
    asked.resolve()
    return source.promise
  }
  vi.stubGlobal('sources', { jobs })
  await using server = await listen(await siteOf())
  const paths = ['/stellen', '/healthz', '/', '/healthz', '/kontakt', '/healthz', '/readyz', '/impressum']
  const said = send(server.port, paths.map(path => get(path, path === '/impressum' ? LAST : '')).join(''))
  await asked.promise
  source.resolve(['Schreinerin'])
  const responses = bodiesOf(await said).map((body, index) => ({ path: paths[index], body }))
  const expected: typeof responses = []
  for (const path of paths)
    expected.push({ path, body: (await ask(server.url + path)).body.toString('latin1') })
  expect(responses[0]?.body).toContain('Schreinerin')
  expect(responses).toEqual(expected)
})

test('a connection that was idle is answered after another one has been cut', async () => {
  await using server = await listen(await siteOf())
  const client = connect(server.port, '127.0.0.1')
  client.write(get('/healthz'))
  await once(client, 'data')
  await send(server.port, get('/').repeat(2000))
  client.write(get('/readyz'))
  const [said] = await once(client, 'data')
  expect(String(said)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  client.destroy()
})

test('a connection may send any number of requests, where it waits for each response', async () => {
  await using server = await listen(await siteOf())
  const client = connect(server.port, '127.0.0.1')
  for (let count = 0; count < 50; count++) {
    client.write(get('/healthz'))
    const [said] = await once(client, 'data')
    expect(String(said)).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  }
  client.destroy()
})

test('of many connections that send too many requests at once, one is cut in a turn of the event loop', async () => {
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
