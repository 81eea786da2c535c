// A log that can't be written, or that isn't read, fails no request.
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { describe, expect, inject, test } from 'vitest'
import { request } from '../support/http.ts'
import { skipIf } from '../support/needs.ts'
import { holdPort, LOOPBACK } from '../support/ports.ts'
import { logsMuch, type Options, start } from '../support/process.ts'
import { until } from '../support/until.ts'

const startFixture = (options?: Options) => start(inject('fixture'), options)
type Server = Awaited<ReturnType<typeof start>>

/** The statuses of this many requests, one after the other. */
async function statuses(count: number, url: string): Promise<number[]> {
  const found: number[] = []
  for (let i = 0; i < count; i++) found.push((await request(url)).status)
  return found
}
const ALL_RIGHT: number[] = Array(50).fill(200)

async function end(server: Server) {
  server.signal('SIGTERM')
  return await server.ended
}

/** Resolves when the server has complained about its log. Every response must be a 200. */
const complains = (server: Server, url: string) =>
  until(async () => {
    expect(await statuses(1, url)).toEqual([200])
    expect(server.written.stderr).not.toBe('')
  })

const oneLine = (reason: string) =>
  new RegExp(`^Cannot write the log; the site keeps running: .*${reason}.*\n$`)

describe('a server writes one line to stderr and answers every request if', () => {
  const linuxOnly = skipIf(process.platform !== 'linux', 'only Linux has /dev/full')
  test('the disk is full (ENOSPC)', linuxOnly, async () => {
    const PORT = String(await holdPort())
    const url = `http://${LOOPBACK}:${PORT}`
    const full = openSync('/dev/full', 'w')
    const server = await startFixture({ env: { HOST: LOOPBACK, PORT }, stdout: full })
    closeSync(full)
    await complains(server, url)
    expect(await statuses(50, url)).toEqual(ALL_RIGHT)
    expect(await end(server)).toBe(0)
    expect(server.written.stderr).toMatch(oneLine('ENOSPC'))
  })

  test('the reader of the log has exited (EPIPE)', async () => {
    const server = await startFixture()
    server.child.stdout?.destroy()
    await complains(server, server.url)
    expect(await statuses(50, server.url)).toEqual(ALL_RIGHT)
    expect(await end(server)).toBe(0)
    expect(server.written.stderr).toMatch(oneLine('EPIPE'))
  })
})

test('a server answers every request even if stderr is closed, too', async () => {
  const server = await startFixture()
  server.child.stdout?.destroy()
  server.child.stderr?.destroy()
  expect(await statuses(50, server.url)).toEqual(ALL_RIGHT)
  expect(await end(server)).toBe(0)
})

test('if the reader stalls, a server drops lines, and logs their number at level 40', async () => {
  const server = await startFixture({ args: logsMuch(7500) })
  server.child.stdout?.pause()
  // 1,000 requests make 15 MB of log.
  const url = `${server.url}/api/logs`
  for (let i = 0; i < 1000; i += 50) await Promise.all(Array.from({ length: 50 }, () => request(url)))
  server.child.stdout?.resume()
  await until(async () => {
    await request(server.url)
    expect(server.logs.find(line => line.dropped)).toMatchObject({ level: 40, dropped: expect.any(Number) })
  })
})

const noSignals = skipIf(process.platform === 'win32', 'Windows ends a process without a signal')
test(
  'a process exits even if its log isn’t read, and says on stderr that it wasn’t flushed',
  noSignals,
  async () => {
    const args = logsMuch(4000)
    const server = await startFixture({ env: { SHUTDOWN_DELAY: '0' }, args })
    const exited = once(server.child, 'exit')
    server.child.stdout?.pause()
    // 800 kB of log, more than a pipe buffers.
    for (let count = 0; count < 100; count++) await request(`${server.url}/api/logs`)
    server.signal('SIGTERM')
    expect(await exited).toEqual([null, 'SIGKILL'])
    expect(server.written.stderr).toBe('The log was not flushed: stdout is blocked.\n')
    server.child.stdout?.destroy()
  },
)
