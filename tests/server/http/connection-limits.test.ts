// The connection limits that ship, read from the real server. Tests of what happens at a limit, here and in
// stalled-connections.test.ts, set shorter ones.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { listen, siteOf } from '../../support/fixture-site.ts'
import { request, send } from '../../support/http.ts'

test('the server ships with these timeouts, in milliseconds', async () => {
  await using site = await listen(await siteOf())
  expect(site.server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 35_000,
    timeout: 30_000, // A connection may count as stalled after this long without a byte.
    connectionsCheckingInterval: 1000,
  })
})

test.each([
  { bytes: 16_000, status: 200 },
  { bytes: 16_400, status: 431 },
])('a request with a header of $bytes bytes gets a $status', async ({ bytes, status }) => {
  await using site = await listen(await siteOf())
  expect((await request(site.url, { headers: { 'X-Padding': 'x'.repeat(bytes) } })).status).toBe(status)
})

test.each([
  { headers: 100, status: 200 },
  { headers: 101, status: 431 },
])('a request with $headers headers gets a $status', async ({ headers, status }) => {
  await using site = await listen(await siteOf())
  const lines = ['GET /healthz HTTP/1.1', 'Host: a', 'Connection: close', ...Array(headers - 2).fill('X: x')]
  expect(await send(site.port, `${lines.join('\r\n')}\r\n\r\n`)).toMatch(`HTTP/1.1 ${status} `)
})

test('the memory of a closed connection is freed', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  await using site = await listen(await siteOf())
  /** Makes a request, and keeps no strong reference to its connection. */
  async function connectionOf(path: string) {
    const connected = once(site.server, 'connection') as Promise<[Socket]>
    await request(site.url + path)
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

test('the server closes a CONNECT without a response', async () => {
  const bytes = 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'
  await using site = await listen(await siteOf())
  expect(await send(site.port, bytes)).toBe('')
})

test('a client that never finishes its headers gets a 408 and a closed connection', async () => {
  await using brief = await listen(await siteOf(), { headersTimeout: 100, connectionsCheckingInterval: 20 })
  expect(await send(brief.port, 'GET / HTTP/1.1\r\nHost: a\r\nX: x')).toMatch(/^HTTP\/1\.1 408 /)
})

test('the server closes a connection that stays idle after a request', async () => {
  await using brief = await listen(await siteOf(), { keepAliveTimeout: 50 })
  expect(await send(brief.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
})
