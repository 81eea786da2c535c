// How a process reacts to signals: SIGHUP, SIGINT, idle connections, the end of the log, SHUTDOWN_TIMEOUT, and a second
// signal. server/process/sigterm.test.ts has how each kind of connection ends.
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { LAST_REPLIES, LONG, repliesOf, startBusy } from '../support/busy-process.ts'
import { request } from '../support/http.ts'
import { skipIf } from '../support/needs.ts'
import { type LogLine, type Options, runBefore, start, stop } from '../support/process.ts'
import { until, untilLogged } from '../support/until.ts'

const startFixture = (options: Options) => start(inject('fixture'), options)
const noSignals = skipIf(process.platform === 'win32', 'Windows ends a process without a signal')

const isRefused = async (url: string) =>
  await expect(request(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })

/** Starts a request on a new connection. `finish` sends the last byte of its headers. */
async function beginRequest(port: number, path: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r`)
  await once(socket, 'connect')
  /** Resolves when the server has started to respond. */
  const answered = once(socket, 'readable')
  answered.catch(() => {})
  /** Everything that the server has sent, once it has closed the connection. */
  const response = text(socket)
  response.catch(() => {}) // A reset matters only to code that awaits it.
  return { finish: () => void socket.write('\n'), answered, response }
}

/** Sends a signal to a process with a request in progress and an idle connection. Resolves once the process has exited. */
async function shutDown(signal: NodeJS.Signals) {
  const server = await startFixture({ env: { SHUTDOWN_DELAY: '0', SHUTDOWN_TIMEOUT: LONG } })
  const slow = await beginRequest(server.port, '/kontakt')
  const idle = await beginRequest(server.port, '/')
  idle.finish() // Its response is sent, and the connection stays open, like a proxy's.
  await idle.answered
  server.signal(signal)
  await untilLogged(server, signal)
  await until(() => isRefused(server.url))
  slow.finish()
  return {
    ofIdleConnection: await idle.response,
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

  test('closes an idle connection whose response was sent before', () => {
    const [headers] = seen.ofIdleConnection.split('\r\n\r\n')
    expect(headers?.split('\r\n')).toContain('Connection: keep-alive')
    expect(seen.ofIdleConnection).toMatch(/<\/html>$/)
  })

  test('exits with code 0, and the last line of its log says so', () => {
    expect(seen.code).toBe(0)
    expect(seen.logs.at(-1)).toMatchObject({ level: 30, msg: 'ended', code: 0 })
  })

  test('cuts no connection, and writes nothing to stderr', () => {
    const aboveInfo = seen.logs.filter(({ level }) => level > 30)
    expect({ aboveInfo, stderr: seen.stderr }).toEqual({ aboveInfo: [], stderr: '' })
  })

  test('updates the timestamps in its log', () => {
    expect(new Set(seen.logs.map(({ time }) => time)).size).toBeGreaterThan(1)
  })
})

test('a process that gets SIGHUP, as from a closed terminal, stops being ready', noSignals, async () => {
  const server = await startFixture({ env: { SHUTDOWN_DELAY: LONG, SHUTDOWN_TIMEOUT: LONG } })
  server.signal('SIGHUP')
  await untilLogged(server, 'SIGHUP')
  expect((await request(`${server.url}/readyz`)).status).toBe(503)
  await stop(server)
})

describe('a process that gets SIGTERM and then SIGINT', noSignals, () => {
  let replies: object[]
  let seen: object
  let lines: LogLine[]
  beforeAll(async () => {
    await using server = await startBusy('/api/slow', { SHUTDOWN_DELAY: LONG, SHUTDOWN_TIMEOUT: LONG })
    server.signal('SIGTERM')
    await untilLogged(server, 'SIGTERM: shutting down')
    replies = await repliesOf(server.url)
    server.signal('SIGINT')
    seen = { code: await server.ended, stderr: server.written.stderr }
    lines = server.logs
  })

  test('isn’t ready during SHUTDOWN_DELAY, and answers new connections with Connection: close', () => {
    expect(replies).toEqual(LAST_REPLIES)
  })

  test('exits immediately on the second signal, with code 1 and a line on stderr', () => {
    expect(seen).toEqual({ code: 1, stderr: 'SIGINT during shutdown: requests in progress are cut\n' })
  })

  test('logs the request that it cuts, and its own exit', () => {
    expect(lines).toContainEqual(expect.objectContaining({ level: 50, path: '/api/slow', status: 503 }))
    expect(lines.at(-1)).toMatchObject({ msg: 'ended', code: 1 })
  })
})

/** With these arguments, a process gets a signal exactly while it writes the last line of its log. */
const signalledAtTheEnd = runBefore(`
  import fs from 'node:fs'
  const { write } = fs
  fs.write = (fd, text, ...rest) => {
    if (String(text).includes('"ended"')) process.emit('SIGINT')
    write(fd, text, ...rest)
  }`)

test('a signal at the end of the shutdown is ignored silently', noSignals, async () => {
  const server = await startFixture({ args: signalledAtTheEnd, env: { SHUTDOWN_DELAY: '0' } })
  server.signal('SIGTERM')
  expect({ code: await server.ended, stderr: server.written.stderr }).toEqual({ code: 0, stderr: '' })
})

test(
  'a process that gets SIGTERM cuts the request in progress after SHUTDOWN_TIMEOUT',
  noSignals,
  async () => {
    await using server = await startBusy('/stimmen', { SHUTDOWN_TIMEOUT: '50' })
    server.signal('SIGTERM')
    await expect(server.visitor).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await server.ended).toBe(0)
    // With the default of eight seconds, the visitor would get a 500 after the four seconds that a page may take.
    for (const line of [
      { level: 40, msg: 'shutdown timed out: requests in progress were cut' },
      { level: 50, path: '/stimmen', status: 503 },
    ])
      expect(server.logs).toContainEqual(expect.objectContaining(line))
  },
)

test(
  'a process that gets SIGINT refuses new connections immediately, despite SHUTDOWN_DELAY',
  noSignals,
  async () => {
    await using server = await startBusy('/api/slow', { SHUTDOWN_DELAY: LONG, SHUTDOWN_TIMEOUT: LONG })
    server.signal('SIGINT')
    await expect.poll(server.messages).toContain('SIGINT: shutting down')
    await expect(request(server.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    server.answer()
    expect(String((await server.visitor).body)).toBe('the whole response')
    expect(await server.ended).toBe(0)
  },
)
