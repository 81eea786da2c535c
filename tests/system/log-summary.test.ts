// The line of figures that a process logs each minute, and on which docs/operations.md says to alert. Here each 50 ms.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { ask, askAtOnce } from '../support/ask.ts'
import { leaveOut, needs } from '../support/needs.ts'
import { patient } from '../support/patient.ts'
import { runBefore, start, stop } from '../support/process.ts'
import { until } from '../support/until.ts'

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
  return { url: `http://127.0.0.1:${port}`, answer, close }
}

/** With these arguments SIGUSR2 blocks the event loop for 400 ms. */
const blocksAtSignal = runBefore(
  "process.on('SIGUSR2', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400))",
)
const noSignals = leaveOut(process.platform === 'win32', 'Windows has no SIGUSR2')

describe('the summary line of the log', () => {
  let server: Awaited<ReturnType<typeof start>>
  const summaries = () => server.logs.filter(({ msg }) => msg === 'summary')
  /** What all summaries together say: each has what happened since the one before. */
  const total = (name: 'requests' | 'errors' | 'refused') =>
    summaries().reduce((sum, summary) => sum + Number(summary[name]), 0)

  /** What the visitors got. On a busy machine some of those who wait are refused or given up, too. */
  const statuses: number[] = []
  const got = (status: number) => statuses.filter(each => each === status).length

  // 67 requests: one is right, one fails, 64 wait for their source, and one more is refused.
  beforeAll(async () => {
    const source = await startSource()
    server = await start(inject('fixture'), {
      env: { LOG_INTERVAL: '50', SOURCES: source.url },
      args: blocksAtSignal,
    })
    for (const probe of ['/healthz', '/readyz']) await ask(server.url + probe)
    for (const path of ['/', '/lager']) statuses.push((await ask(server.url + path)).status)
    const waiting = await askAtOnce(Array(64).fill(`${server.url}/stellen`))
    await until(() => expect(summaries().at(-1)).toMatchObject({ inFlight: 64 }))
    statuses.push((await ask(`${server.url}/stellen`)).status)
    expect(statuses).toEqual([200, 500, 503])
    source.answer()
    for (const { status } of await Promise.all(waiting)) statuses.push(status)
    source.close()
  })

  test('counts each request once, and no probe', async () => {
    await expect.poll(() => total('requests')).toBe(67)
    const paths = new Set(server.logs.flatMap(({ path }) => path ?? []))
    expect(paths).toEqual(new Set(['/', '/lager', '/stellen']))
  })

  test('counts responses of 500 and more as errors, without those to what was refused', async () => {
    await expect.poll(() => total('requests')).toBe(67)
    expect(total('errors')).toBe(got(500))
  })

  test('counts the requests that were refused', async () => {
    await expect.poll(() => total('refused')).toBe(got(503))
  })

  test('is at 0 after an interval in which nothing has happened', async () => {
    await expect.poll(() => total('requests')).toBe(67)
    const nothing = { requests: 0, errors: 0, refused: 0, inFlight: 0, dropped: 0 }
    await expect.poll(() => summaries().at(-1)).toMatchObject(nothing)
  })

  test('has the memory in bytes: of the process, and the part of it that is the heap', () => {
    const [summary] = summaries()
    expect(summary).toMatchObject({ level: 30, rss: expect.any(Number), heap: expect.any(Number) })
    const { rss, heap } = summary as { rss?: number; heap?: number }
    expect(heap).toBeGreaterThan(1_000_000)
    expect(rss).toBeGreaterThan(heap!)
  })

  test('has the longest delay of the event loop since the last one, in milliseconds', {
    ...patient,
    ...noSignals,
  }, async () => {
    const before = summaries().length
    const delays = () =>
      summaries()
        .slice(before)
        .map(({ delay }) => Number(delay))
    // Again, where it was within the 20 ms after a summary in which Node does not look.
    const blockAgain = () => {
      server.signal('SIGUSR2')
      return Math.max(...delays())
    }
    await expect.poll(blockAgain, { interval: 600, ...patient }).toBeGreaterThan(300)
    expect(Math.max(...delays())).toBeLessThan(30_000)
    // Afterwards it is idle. The 20 ms in which Node looks are not counted.
    const last = delays().findLastIndex(delay => delay > 300)
    await expect.poll(() => Math.min(...delays().slice(last + 1))).toBeLessThan(15)
    expect(Math.min(...delays())).toBeGreaterThanOrEqual(0)
  })
})

const limitsFiles = process.platform === 'linux' ? needs('prlimit') : leaveOut(true, 'only Linux has prlimit')

test(
  'a process that may open no more files says so with each summary, which has no rss',
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
        msg: 'no file can be opened, and no connection accepted',
        err: { code: 'EMFILE' },
      })
      expect(summary).toMatchObject({ level: 30, msg: 'summary', heap: expect.any(Number) })
      expect(summary).not.toHaveProperty('rss')
    })
    for (const socket of connected) socket.destroy()
    await stop(server)
  },
)
