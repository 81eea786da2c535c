// What SIGTERM, SIGHUP and SIGINT do to a process: graceful shutdown.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { leaveOut } from '../support/needs.ts'
import { lingersUntilSignal, type Options, runBefore, start } from '../support/process.ts'
import { beginRequest } from '../support/slow-request.ts'
import { until, untilLogged } from '../support/until.ts'

const startFixture = (options: Options) => start(inject('fixture'), options)
const noSignals = leaveOut(process.platform === 'win32', 'Windows ends a process without a signal')

/** Begins a response, and ends it at the second SIGUSR2. */
const endpoint = runBefore(`globalThis.testEndpoints = app =>
  app.get('/api/slow', (_req, res) => {
    res.write('the first half, ')
    process.once('SIGUSR2', () => process.once('SIGUSR2', () => res.end('the second')))
  })`)

const isRefused = async (url: string) =>
  await expect(ask(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })

/** Sends a signal to a process with requests in progress and an idle connection. Resolves to what was seen by its end. */
async function shutDown(signal: NodeJS.Signals) {
  const server = await startFixture({ args: [...lingersUntilSignal, ...endpoint] })
  const statusOf = async (path: string) => (await ask(server.url + path)).status
  const slow = await beginRequest(server.port, '/kontakt')
  const idle = await beginRequest(server.port, '/')
  idle.finish() // Its response is sent, and the connection stays open, as proxies keep them.
  await idle.answered
  const begun = await beginRequest(server.port, '/api/slow')
  begun.finish()
  await begun.answered
  const readyBefore = await statusOf('/readyz')
  server.signal(signal)
  await untilLogged(server, signal)
  const [ready, alive] = [await statusOf('/readyz'), await statusOf('/healthz')]
  server.signal('SIGUSR2') // The second in which it accepts connections is over.
  slow.finish()
  await until(() => isRefused(server.url))
  server.signal('SIGUSR2')
  return {
    readyBefore,
    ready,
    alive,
    response: await slow.response,
    ofIdleConnection: await idle.response,
    begunBefore: await begun.response,
    code: await server.ended,
    logs: server.logs,
    stderr: server.written.stderr,
  }
}

describe.each(['SIGTERM', 'SIGHUP'] as const)('a process that gets %s', noSignals, signal => {
  let seen: Awaited<ReturnType<typeof shutDown>>
  beforeAll(async () => {
    seen = await shutDown(signal)
  })

  test('is not ready any more: /readyz is a 503 to new connections, and /healthz a 200', () => {
    const { readyBefore, ready, alive } = seen
    expect({ readyBefore, ready, alive }).toEqual({ readyBefore: 200, ready: 503, alive: 200 })
  })

  test('finishes the request in progress', () => {
    expect(seen.response).toMatch(/^HTTP\/1\.1 200 OK\r\n.*<h1.*<\/html>$/s)
  })

  test('says Connection: close in its response', () => {
    const [headers] = seen.response.split('\r\n\r\n')
    expect(headers?.split('\r\n')).toContain('Connection: close')
  })

  test('closes a connection that is idle, whose response was sent before', () => {
    const [headers] = seen.ofIdleConnection.split('\r\n\r\n')
    expect(headers?.split('\r\n')).toContain('Connection: keep-alive')
    expect(seen.ofIdleConnection).toMatch(/<\/html>$/)
  })

  test('finishes a response that it began before, and closes that connection, which it had promised to keep', () => {
    expect(seen.begunBefore.split('\r\n')).toContain('Connection: keep-alive')
    expect(seen.begunBefore).toContain('the second')
  })

  test('ends with exit code 0, and the last line of its log says so', () => {
    expect(seen.code).toBe(0)
    expect(seen.logs.at(-1)).toMatchObject({ level: 30, msg: 'ended', code: 0 })
  })

  test('cuts nothing, and writes nothing to stderr', () => {
    const aboveInfo = seen.logs.filter(({ level }) => level > 30)
    expect({ aboveInfo, stderr: seen.stderr }).toEqual({ aboveInfo: [], stderr: '' })
  })

  test('gives each line of its log the time in ISO 8601, which goes on', () => {
    const times = seen.logs.map(({ time }) => String(time))
    expect(times).toEqual(times.map(time => new Date(time).toISOString()))
    expect(new Set(times).size).toBeGreaterThan(1)
  })
})

test(
  'a process that gets SIGINT, as from a terminal, accepts no more connections and ends with 0',
  noSignals,
  async () => {
    // It would linger until SIGUSR2, which it does not get.
    const server = await startFixture({ args: lingersUntilSignal, env: { SHUTDOWN_TIMEOUT: '3600000' } })
    server.signal('SIGINT')
    expect(await server.ended).toBe(0)
  },
)

test.each(['SIGTERM', 'SIGINT'] as const)(
  'an event stream that is cut after %s has a line in the log, and is no error',
  noSignals,
  async signal => {
    const server = await startFixture({ env: { SHUTDOWN_TIMEOUT: '10' } })
    const req = get(`${server.url}/api/news`, { agent: false })
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    res.on('error', () => {}).resume()
    server.signal(signal)
    expect(await server.ended).toBe(0)
    const lines = server.logs.filter(({ path }) => path === '/api/news')
    expect(lines).toEqual([expect.objectContaining({ level: 30, status: 200, method: 'GET' })])
  },
)

test.each(['SIGTERM', 'SIGINT'] as const)(
  'SIGTERM and then %s ends the process at once, with exit code 1',
  noSignals,
  async second => {
    const server = await startFixture({ env: { SHUTDOWN_TIMEOUT: '3600000' } })
    await beginRequest(server.port, '/')
    await ask(server.url)
    server.signal('SIGTERM')
    await untilLogged(server, 'SIGTERM')
    server.signal(second)
    expect(await server.ended).toBe(1)
  },
)
