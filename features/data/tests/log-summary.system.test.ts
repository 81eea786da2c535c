// The figures of pages with data in the log summary, here every 50 ms: system/log-summary has the rest.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { request, requestAtOnce } from '../../../tests/support/http.ts'
import { start } from '../../../tests/support/process.ts'
import { until } from '../../../tests/support/until.ts'

/** A source for pages with data. It responds when the test says so. */
async function startSource() {
  const waiting: ServerResponse[] = []
  const service = createServer((_req, res) => void waiting.push(res))
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

describe('the summary line of the log', () => {
  let server: Awaited<ReturnType<typeof start>>
  const summaries = () => server.logs.filter(({ msg }) => msg === 'summary')
  /** The sum over all summaries: each covers the time since the one before. */
  const total = (name: 'requests' | 'errors' | 'refused') =>
    summaries().reduce((sum, summary) => sum + Number(summary[name]), 0)

  /** The statuses that visitors got. On a busy machine, some of those who wait are refused or time out too. */
  const statuses: number[] = []
  const got = (status: number) => statuses.filter(each => each === status).length

  // 64 requests wait for their source, and another one is refused.
  beforeAll(async () => {
    const source = await startSource()
    server = await start(inject('fixture'), { env: { LOG_INTERVAL: '50', FIXTURE_SOURCES: source.url } })
    const waiting = await requestAtOnce(Array(64).fill(`${server.url}/stellen`))
    await until(() => expect(summaries().at(-1)).toMatchObject({ inFlight: 64 }))
    statuses.push((await request(`${server.url}/stellen`)).status)
    expect(statuses).toEqual([503])
    source.answer()
    for (const { status } of await Promise.all(waiting)) statuses.push(status)
    source.close()
  })

  test('counts refused requests, but not as errors', async () => {
    await expect.poll(() => total('requests')).toBe(65)
    expect({ refused: total('refused'), errors: total('errors') }).toEqual({
      refused: got(503),
      errors: got(500),
    })
  })

  test('is 0 after an interval without requests', async () => {
    await expect.poll(() => total('requests')).toBe(65)
    await expect.poll(() => summaries().at(-1)).toMatchObject({ refused: 0, inFlight: 0 })
  })
})
