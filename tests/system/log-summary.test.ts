// The summary line that a process logs every minute, and that docs/operations.md suggests alerts on. Here, it's every 50 ms.
import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { request } from '../support/http.ts'
import { needs, skipIf } from '../support/needs.ts'
import { runBefore, start, stop } from '../support/process.ts'
import { slow } from '../support/slow.ts'
import { until } from '../support/until.ts'

/** With these arguments, SIGUSR2 blocks the event loop for 400 ms, and the page /defekt fails. */
const ofTest = runBefore(`
  process.on('SIGUSR2', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400))
  globalThis.isBroken = true`)
const noSignals = skipIf(process.platform === 'win32', 'Windows has no SIGUSR2')

describe('the summary line of the log', () => {
  let server: Awaited<ReturnType<typeof start>>
  const summaries = () => server.logs.filter(({ msg }) => msg === 'summary')
  /** The sum over all summaries, each of which counts since the one before. */
  const total = (name: 'requests' | 'errors') =>
    summaries().reduce((sum, summary) => sum + Number(summary[name]), 0)

  beforeAll(async () => {
    server = await start(inject('fixture'), { env: { LOG_INTERVAL: '50' }, args: ofTest })
    const statuses: number[] = []
    for (const path of ['/healthz', '/readyz', '/', '/nichts', '/defekt'])
      statuses.push((await request(server.url + path)).status)
    expect(statuses).toEqual([200, 200, 200, 404, 500])
  })

  test('counts each request once, and ignores probes', async () => {
    await expect.poll(() => total('requests')).toBe(3)
    const paths = new Set(server.logs.flatMap(({ path }) => path ?? []))
    expect(paths).toEqual(new Set(['/', '/nichts', '/defekt']))
  })

  test('counts 5xx responses as errors', async () => {
    await expect.poll(() => total('errors')).toBe(1)
  })

  test('counts 0 after an interval without requests', async () => {
    await expect.poll(() => total('requests')).toBe(3)
    await expect.poll(() => summaries().at(-1)).toMatchObject({ requests: 0, errors: 0, dropped: 0 })
  })

  test('has the memory of the process and its heap in bytes', () => {
    const [summary] = summaries()
    expect(summary).toMatchObject({ level: 30, rss: expect.any(Number), heap: expect.any(Number) })
    const { rss, heap } = summary as { rss?: number; heap?: number }
    expect(heap).toBeGreaterThan(1_000_000)
    expect(rss).toBeGreaterThan(heap!)
  })

  test('has the longest delay of the event loop since the last one, in milliseconds', {
    ...slow,
    ...noSignals,
  }, async () => {
    const before = summaries().length
    const delays = () =>
      summaries()
        .slice(before)
        .map(({ delay }) => Number(delay))
    // Repeated, because Node's monitor misses a delay within 20 ms after a summary.
    const blockAgain = () => {
      server.signal('SIGUSR2')
      return Math.max(...delays())
    }
    await expect.poll(blockAgain, { interval: 600, ...slow }).toBeGreaterThan(300)
    expect(Math.max(...delays())).toBeLessThan(30_000)
    // Then the loop is idle. The 20 ms resolution of Node's monitor isn't counted as a delay.
    const last = delays().findLastIndex(delay => delay > 300)
    await expect.poll(() => Math.min(...delays().slice(last + 1))).toBeLessThan(15)
    expect(Math.min(...delays())).toBeGreaterThanOrEqual(0)
  })
})

const limitsFiles = process.platform === 'linux' ? needs('prlimit') : skipIf(true, 'only Linux has prlimit')

test(
  'a process that runs out of file descriptors says so with each summary, which then lacks rss',
  limitsFiles,
  async () => {
    const server = await start(inject('fixture'), { env: { LOG_INTERVAL: '50' } })
    execFileSync('prlimit', ['--nofile=64', '--pid', `${server.child.pid}`])
    const connected = Array.from({ length: 200 }, () =>
      connect(server.port, '127.0.0.1').on('error', () => {}),
    )
    await until(() => {
      const [line, summary] = server.logs.slice(-2)
      expect(line).toMatchObject({
        level: 50,
        msg: 'too many open files: no file can be opened, and no connection accepted',
        err: { code: 'EMFILE' },
      })
      expect(summary).toMatchObject({ level: 30, msg: 'summary', heap: expect.any(Number) })
      expect(summary).not.toHaveProperty('rss')
    })
    for (const socket of connected) socket.destroy()
    await stop(server)
  },
)
