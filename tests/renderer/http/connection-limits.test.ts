// The limits of a connection that ship, read from the server that ships: tests of what happens at a limit, in
// stalled-connections.test.ts and below, bring limits of their own.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { ask, send } from '../../support/ask.ts'
import { listen, siteOf } from '../../support/fixture-site.ts'

test('the time-outs of a connection in milliseconds, and the number of headers', async () => {
  await using site = await listen(await siteOf())
  const { headersTimeout, requestTimeout, timeout, maxHeadersCount } = site.server
  expect({ headersTimeout, requestTimeout, timeout, maxHeadersCount }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 35_000,
    timeout: 30_000, // After so long without a byte a connection may count as stalled.
    maxHeadersCount: 100,
  })
})

test.each([
  { bytes: 16_000, status: 200 },
  { bytes: 16_400, status: 431 },
])('a request with a header of $bytes bytes is a $status', async ({ bytes, status }) => {
  await using site = await listen(await siteOf())
  expect((await ask(site.url, { headers: { 'X-Padding': 'x'.repeat(bytes) } })).status).toBe(status)
})

test.each([
  { headers: 100, status: 200 },
  { headers: 101, status: 431 },
])('a request with $headers headers is a $status', async ({ headers, status }) => {
  await using site = await listen(await siteOf())
  const lines = ['GET /healthz HTTP/1.1', 'Host: a', 'Connection: close', ...Array(headers - 2).fill('X: x')]
  expect(await send(site.port, `${lines.join('\r\n')}\r\n\r\n`)).toMatch(`HTTP/1.1 ${status} `)
})

test('Node looks once a second whether the time of a connection is over', async () => {
  await using site = await listen(await siteOf())
  // The types of Node lack this one.
  expect(site.server).toMatchObject({ connectionsCheckingInterval: 1000 })
})

test('a connection that is closed leaves nothing in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  await using site = await listen(await siteOf())
  /** Makes a request. Its connection is kept by nobody here. */
  async function connectionOf(path: string) {
    const connected = once(site.server, 'connection') as Promise<[Socket]>
    await ask(site.url + path)
    const [socket] = await connected
    return new WeakRef(socket)
  }
  const connection = await connectionOf('/kontakt')
  const isKept = () => {
    collectGarbage()
    return connection.deref() !== undefined
  }
  await expect.poll(isKept).toBe(false)
})

test('CONNECT is closed without a response', async () => {
  const bytes = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'
  await using site = await listen(await siteOf())
  expect(await send(site.port, bytes)).toBe('')
})

test('a client that never ends its headers is told so with a 408, and its connection is closed', async () => {
  await using brief = await listen(await siteOf(), { headersTimeout: 100, connectionsCheckingInterval: 20 })
  expect(await send(brief.port, 'GET / HTTP/1.1\r\nHost: a\r\nX: x')).toMatch(/^HTTP\/1\.1 408 /)
})

test('the connection of a client that has been idle after its request is closed', async () => {
  await using brief = await listen(await siteOf(), { keepAliveTimeout: 50 })
  expect(await send(brief.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
})
