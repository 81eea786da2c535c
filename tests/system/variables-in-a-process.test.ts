// The effect of each variable of docs/operations.md on a process, with a value that isn't its default. signals.test.ts has
// SHUTDOWN_DELAY and SHUTDOWN_TIMEOUT, server/http/security-headers.test.ts HSTS.
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { request } from '../support/http.ts'
import { lineWith } from '../support/log-lines.ts'
import { skipIf } from '../support/needs.ts'
import { holdPort, LOOPBACK } from '../support/ports.ts'
import { runBefore, start, startBuild } from '../support/process.ts'
import { until } from '../support/until.ts'

const fixture = inject('fixture')

const interfaces = Object.values(networkInterfaces()).flatMap(list => list ?? [])
const hasIPv6 = interfaces.some(({ address }) => address === '::1')

describe('a process with HOST, PORT, LOG_LEVEL=warn and the placeholder as SITE_ORIGIN', () => {
  let server: ReturnType<typeof startBuild>
  let url: string
  beforeAll(async () => {
    // An address where the port isn't given to another process. Linux, which may lack IPv6, has LOOPBACK.
    const host = hasIPv6 ? '::1' : LOOPBACK
    const port = await holdPort()
    url = hasIPv6 ? `http://[::1]:${port}` : `http://${LOOPBACK}:${port}`
    const env = { HOST: host, PORT: `${port}`, LOG_LEVEL: 'warn', SITE_ORIGIN: 'https://www.example.com' }
    server = startBuild(fixture, { env, args: runBefore('globalThis.isBroken = true') })
    await Promise.race([until(() => request(`${url}/readyz`)), server.failed])
  })

  test('listens on that address and port', async () => {
    expect((await request(url)).status).toBe(200)
  })

  const withoutIPv6 = skipIf(!hasIPv6, 'the machine has no IPv6')
  test('accepts a Host that is an IPv6 address in brackets', withoutIPv6, async () => {
    const { status, body } = await request(`${url}/kontakt`, { headers: { Host: new URL(url).host } })
    expect({ url, status }).toEqual({ url: expect.stringMatching(/^http:\/\/\[::1\]:/), status: 200 })
    expect(String(body)).toContain('<h1')
  })

  test('warns about the placeholder when it starts', async () => {
    const placeholder =
      'The origin is still the placeholder https://www.example.com: canonical links and social images would point to it. Set SITE_ORIGIN, or origin in shared/site/company.ts.'
    expect(await lineWith(server.logs, { msg: placeholder })).toMatchObject({ level: 40 })
  })

  test('logs errors, but neither its start nor requests', async () => {
    await request(url)
    expect((await request(`${url}/defekt`)).status).toBe(500)
    expect(await lineWith(server.logs, { path: '/defekt' })).toMatchObject({ level: 50 })
    expect(server.logs.filter(({ level }) => level < 40)).toEqual([])
  })

  test('logs no release, because SITE_VERSION isn’t set', async () => {
    const line = await lineWith(server.logs, { level: 40 })
    expect(Object.keys(line ?? {}).sort()).toEqual(['build', 'level', 'msg', 'time'])
  })
})

describe('a process behind a proxy, with SERVE=static, TRUST_PROXY, SITE_VERSION and KEEP_ALIVE_TIMEOUT', () => {
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    const ofTest = runBefore(`
      globalThis.suspendedPart = () => { throw new Error('the page has been rendered') }`)
    const env = {
      SERVE: 'static',
      TRUST_PROXY: 'true',
      SITE_VERSION: '2026-11-21',
      KEEP_ALIVE_TIMEOUT: '12000',
      LOG_INTERVAL: '0',
    }
    server = await start(fixture, { env, args: ofTest })
  })

  test('SERVE=static: serves prerendered pages, and renders none', async () => {
    expect((await request(`${server.url}/stimmen`)).status).toBe(200)
    expect(await lineWith(server.logs, { port: server.port })).toMatchObject({ serve: 'static' })
  })

  test('TRUST_PROXY=true: uses the proxy’s request id, in the response and in the log', async () => {
    const headers = { 'X-Request-Id': 'from-the-proxy.1' }
    expect((await request(server.url, { headers })).headers['x-request-id']).toBe('from-the-proxy.1')
    expect(await lineWith(server.logs, { id: 'from-the-proxy.1' })).toMatchObject({ path: '/', status: 200 })
  })

  test('SITE_VERSION: is in /healthz and in each line of the log', async () => {
    expect(String((await request(`${server.url}/healthz`)).body)).toMatch(/^ok \S+ 2026-11-21\n/)
    const { headers } = await request(server.url)
    await lineWith(server.logs, { id: headers['x-request-id'] })
    for (const line of server.logs) expect(line).toMatchObject({ release: '2026-11-21' })
  })

  test('KEEP_ALIVE_TIMEOUT=12000: announces a keep-alive timeout of 12 seconds', async () => {
    const { headers } = await request(server.url, { headers: { Connection: 'keep-alive' } })
    expect(headers['keep-alive']).toBe('timeout=12')
  })

  test('LOG_INTERVAL=0: logs requests, but no summary', async () => {
    const { headers } = await request(server.url)
    await lineWith(server.logs, { id: headers['x-request-id'] })
    expect(server.logs.filter(({ msg }) => msg === 'summary')).toEqual([])
  })

  test('logs requests with the ISO 8601 time, the build, the release, the request and the response', async () => {
    const { headers, body } = await request(`${server.url}/kontakt?name=Ada`)
    const id = headers['x-request-id']
    const [, build] = String((await request(`${server.url}/healthz`)).body).split(' ')
    const line = await lineWith(server.logs, { id })
    expect(line).toEqual({
      level: 30,
      time: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      build,
      release: '2026-11-21',
      method: 'GET',
      path: '/kontakt',
      status: 200,
      bytes: expect.any(Number),
      ms: expect.any(Number),
      id,
    })
    expect(Number(line?.bytes)).toBeGreaterThan(body.length)
  })

  test('logs the address, the port, the mode and the origin when it starts', async () => {
    expect(await lineWith(server.logs, { port: server.port })).toMatchObject({
      level: 30,
      msg: `listening on http://127.0.0.1:${server.port}`,
      port: server.port,
      serve: 'static',
      origin: 'https://mueller-u-soehne.example',
    })
  })
})

const linux = '/proc/sys/net/core/somaxconn'
const queue = existsSync(linux) ? Number(readFileSync(linux, 'utf8')) : 0
test(
  'a busy process queues four thousand connections, so no probe is refused',
  skipIf(queue < 4096, 'the system has no accept queue of 4,096 connections'),
  async () => {
    const server = await start(fixture)
    server.signal('SIGSTOP')
    const clients = Array.from({ length: 4000 }, () =>
      connect(server.port, '127.0.0.1').on('error', () => {}),
    )
    await Promise.all(clients.map(client => once(client, 'connect')))
    for (const client of clients) client.destroy()
    server.signal('SIGKILL')
    await server.ended
  },
)
