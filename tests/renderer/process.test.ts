// What joins the program to its process: each variable of README.md with another value than its default, seen in what it
// changes, and what the log sums up. The only quick tests that start processes; system/ has the others.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ask } from '../support/ask.ts'
import { leaveOut } from '../support/needs.ts'
import { holdPort, LOOPBACK } from '../support/ports.ts'
import { type LogLine, runBefore, start, startBuild } from '../support/process.ts'

const fixture = inject('fixture')

/** Waits for an assertion to hold: expect.poll does so in tests alone, and not in hooks. */
const until = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 30_000, interval: 20 })

/** The line of the log that has these properties, once it is there. */
async function lineWith(logs: readonly LogLine[], properties: object): Promise<LogLine | undefined> {
  const names = Object.entries(properties)
  const find = () => logs.find(line => names.every(([name, value]) => line[name] === value))
  await expect.poll(find, { message: `a line with ${JSON.stringify(properties)}` }).toBeDefined()
  return find()
}

/** A service that pages with data ask: /jobs is answered when the test says so, and everything else is a 500. */
async function startSource() {
  const waiting: ServerResponse[] = []
  const service = createServer((req, res) => {
    if (req.url?.startsWith('/jobs')) waiting.push(res)
    else res.writeHead(500).end()
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const { port } = service.address() as AddressInfo
  const answer = () => {
    for (const res of waiting) res.end('["Schreiner"]')
  }
  const close = () => {
    service.close()
    service.closeAllConnections()
  }
  return { service, url: `http://127.0.0.1:${port}`, answer, close }
}

const interfaces = Object.values(networkInterfaces()).flatMap(list => list ?? [])
const hasIPv6 = interfaces.some(({ address }) => address === '::1')

describe('a process with HOST, PORT, LOG_LEVEL=warn and the placeholder as SITE_ORIGIN', () => {
  let server: ReturnType<typeof startBuild>
  let url: string
  beforeAll(async () => {
    // Where nobody else is given the port. Linux, which may be without IPv6, has LOOPBACK.
    const host = hasIPv6 ? '::1' : LOOPBACK
    const port = await holdPort()
    url = hasIPv6 ? `http://[::1]:${port}` : `http://${LOOPBACK}:${port}`
    const env = { HOST: host, PORT: `${port}`, LOG_LEVEL: 'warn', SITE_ORIGIN: 'https://www.example.com' }
    server = startBuild(fixture, { env })
    await Promise.race([until(() => ask(`${url}/readyz`)), server.failed])
  })

  test('listens at that address and port, and answers', async () => {
    expect((await ask(url)).status).toBe(200)
  })

  const withoutIPv6 = leaveOut(!hasIPv6, 'the machine has no IPv6')
  test('answers a request whose Host is an IPv6 address in brackets', withoutIPv6, async () => {
    const { status, body } = await ask(`${url}/kontakt`, { headers: { Host: new URL(url).host } })
    expect({ host: new URL(url).host, status }).toEqual({
      host: expect.stringMatching(/^\[::1]:/),
      status: 200,
    })
    expect(String(body)).toContain('<h1')
  })

  test('warns of the placeholder when it starts', async () => {
    const placeholder =
      'SITE_ORIGIN is the placeholder https://www.example.com: canonical links, the sitemap and link previews name it.'
    expect(await lineWith(server.logs, { msg: placeholder })).toMatchObject({ level: 40 })
  })

  test('logs an error, and neither the start nor the requests', async () => {
    await ask(url)
    expect((await ask(`${url}/lager`)).status).toBe(500) // It has no source.
    expect(await lineWith(server.logs, { path: '/lager' })).toMatchObject({ level: 50 })
    expect(server.logs.filter(({ level }) => level < 40)).toEqual([])
  })

  test('names SITE_ORIGIN in canonical links and the sitemap', async () => {
    const canonical = '<link rel="canonical" href="https://www.example.com/kontakt"'
    expect(String((await ask(`${url}/kontakt`)).body)).toContain(canonical)
    expect(String((await ask(`${url}/sitemap.xml`)).body)).toContain(
      '<loc>https://www.example.com/kontakt</loc>',
    )
  })

  test('keeps an idle connection open for 75 seconds by itself: longer than the proxies do', async () => {
    const { headers } = await ask(url, { headers: { Connection: 'keep-alive' } })
    expect(headers['keep-alive']).toBe('timeout=75')
  })
})

describe('a process behind a proxy, with SERVE=static, TRUST_PROXY, HSTS, SITE_VERSION and KEEP_ALIVE_TIMEOUT', () => {
  let server: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    const whoAsks = runBefore(`globalThis.testEndpoints = app =>
      app.get('/api/who', ({ ip, protocol }, res) => res.json({ ip, protocol }))`)
    const env = {
      SERVE: 'static',
      TRUST_PROXY: 'true',
      HSTS: 'preload',
      SITE_VERSION: '2026-11-21',
      KEEP_ALIVE_TIMEOUT: '12000',
      LOG_INTERVAL: '0',
    }
    server = await start(fixture, { env, args: whoAsks })
  })

  test('SERVE=static: it sends what was prerendered, and renders nothing for a query', async () => {
    const { body } = await ask(`${server.url}/stellen?ort=Bonn`)
    expect(String(body)).toContain('Stellen überall')
    expect(await lineWith(server.logs, { port: server.port })).toMatchObject({ serve: 'static' })
  })

  test('TRUST_PROXY=true: the id of a request is that of the proxy, in the response and in the log', async () => {
    const headers = { 'X-Request-Id': 'from-the-proxy.1' }
    expect((await ask(server.url, { headers })).headers['x-request-id']).toBe('from-the-proxy.1')
    expect(await lineWith(server.logs, { id: 'from-the-proxy.1' })).toMatchObject({ path: '/', status: 200 })
  })

  test('TRUST_PROXY=true: an endpoint sees the address and the protocol of the visitor', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.1, 198.51.100.2', 'X-Forwarded-Proto': 'https' }
    const { body } = await ask(`${server.url}/api/who`, { headers })
    expect(JSON.parse(String(body))).toEqual({ ip: '198.51.100.2', protocol: 'https' })
  })

  test('HSTS=preload is in each response', async () => {
    for (const path of ['/', '/api/who', '/nothing', '/favicon.svg']) {
      const { headers } = await ask(server.url + path)
      const sent = headers['strict-transport-security']
      expect({ path, sent }).toEqual({ path, sent: 'max-age=63072000; includeSubDomains; preload' })
    }
  })

  test('SITE_VERSION is in /healthz and in each line of the log', async () => {
    expect(String((await ask(`${server.url}/healthz`)).body)).toMatch(/^ok \S+ 2026-11-21\n$/)
    const { headers } = await ask(server.url)
    await lineWith(server.logs, { id: headers['x-request-id'] })
    for (const line of server.logs) expect(line).toMatchObject({ release: '2026-11-21' })
  })

  test('KEEP_ALIVE_TIMEOUT=12000 is in the response', async () => {
    const { headers } = await ask(server.url, { headers: { Connection: 'keep-alive' } })
    expect(headers['keep-alive']).toBe('timeout=12')
  })

  test('LOG_INTERVAL=0: it logs requests and no summary', async () => {
    const { headers } = await ask(server.url)
    await lineWith(server.logs, { id: headers['x-request-id'] })
    expect(server.logs.filter(({ msg }) => msg === 'summary')).toEqual([])
  })
})

describe('with LOG_INTERVAL=50 the summary', () => {
  let server: Awaited<ReturnType<typeof start>>
  const summaries = () => server.logs.filter(({ msg }) => msg === 'summary')
  /** What all summaries together say: each has what happened since the one before. */
  const total = (name: 'requests' | 'errors' | 'refused') =>
    summaries().reduce((sum, summary) => sum + Number(summary[name]), 0)

  // 103 requests: one is right, one fails, a hundred wait long for one page, and one more is refused.
  beforeAll(async () => {
    const source = await startSource()
    server = await start(fixture, { env: { LOG_INTERVAL: '50', SOURCES: source.url } })
    for (const probe of ['/healthz', '/readyz']) await ask(server.url + probe)
    const statuses = [(await ask(server.url)).status, (await ask(`${server.url}/lager`)).status]
    const waiting: ReturnType<typeof ask>[] = []
    for (let i = 0; i < 100; i++) {
      waiting.push(ask(`${server.url}/stellen`))
      await once(source.service, 'request')
    }
    // The hundred have waited for more than a second when the process logs a summary of a later time.
    const later = Date.now() + 1100
    const hasWaited = () =>
      summaries().some(({ time, waiting }) => Date.parse(String(time)) > later && waiting === 100)
    await until(() => expect(hasWaited()).toBe(true))
    statuses.push((await ask(`${server.url}/stellen`)).status)
    expect(statuses).toEqual([200, 500, 503])
    source.answer()
    await Promise.all(waiting)
    source.close()
  })

  test('counts each request once, and no probe', async () => {
    await expect.poll(() => total('requests')).toBe(103)
    const paths = new Set(server.logs.flatMap(({ path }) => path ?? []))
    expect(paths).toEqual(new Set(['/', '/lager', '/stellen']))
  })

  test('counts responses of 500 and more as errors', async () => {
    await expect.poll(() => total('errors')).toBe(2)
  })

  test('counts the requests that were refused', async () => {
    await expect.poll(() => total('refused')).toBe(1)
  })

  test('is at 0 after an interval in which nothing has happened', async () => {
    await expect.poll(() => total('requests')).toBe(103)
    const nothing = { requests: 0, errors: 0, refused: 0, waiting: 0, dropped: 0 }
    await expect.poll(() => summaries().at(-1)).toMatchObject(nothing)
  })

  test('has the delay of the event loop and the memory', () => {
    const number = expect.any(Number)
    expect(summaries()[0]).toMatchObject({ level: 30, delay: number, rss: number, heap: number })
  })
})

const noSignals = leaveOut(process.platform === 'win32', 'Windows ends a process without SIGTERM')
describe('with SHUTDOWN_TIMEOUT=50', noSignals, () => {
  test('a request that is in progress when SIGTERM comes is cut, long before its page is given up', async () => {
    const source = await startSource()
    const server = await start(fixture, { env: { SHUTDOWN_TIMEOUT: '50', SOURCES: source.url } })
    const visitor = ask(`${server.url}/stellen`)
    const cut = expect(visitor).rejects.toMatchObject({ code: 'ECONNRESET' })
    await once(source.service, 'request')
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    await cut
    source.close()
    // With the default of eight seconds the visitor would get a 500 after the four seconds that a page has.
    expect(server.logs).toContainEqual(expect.objectContaining({ path: '/stellen', level: 50, status: 503 }))
    expect(server.logs).toContainEqual(expect.objectContaining({ msg: 'some connections had to be cut' }))
  })
})
