// The figures of pages with data in the summary of the log: system/log-summary has the rest. Here it comes each 50 ms.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { ask, askAtOnce } from '../../../tests/support/ask.ts'
import { start } from '../../../tests/support/process.ts'
import { until } from '../../../tests/support/until.ts'

/** A service that pages with data ask. It answers when the test says so. */
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
  /** What all summaries together say: each has what happened since the one before. */
  const total = (name: 'requests' | 'errors' | 'refused') =>
    summaries().reduce((sum, summary) => sum + Number(summary[name]), 0)

  /** What the visitors got. On a busy machine some of those who wait are refused or given up, too. */
  const statuses: number[] = []
  const got = (status: number) => statuses.filter(each => each === status).length

  // 64 requests wait for their source, and one more is refused.
  beforeAll(async () => {
    const source = await startSource()
    server = await start(inject('fixture'), { env: { LOG_INTERVAL: '50', FIXTURE_SOURCES: source.url } })
    const waiting = await askAtOnce(Array(64).fill(`${server.url}/stellen`))
    await until(() => expect(summaries().at(-1)).toMatchObject({ inFlight: 64 }))
    statuses.push((await ask(`${server.url}/stellen`)).status)
    expect(statuses).toEqual([503])
    source.answer()
    for (const { status } of await Promise.all(waiting)) statuses.push(status)
    source.close()
  })

  test('counts the requests that were refused, which are no errors', async () => {
    await expect.poll(() => total('requests')).toBe(65)
    expect({ refused: total('refused'), errors: total('errors') }).toEqual({
      refused: got(503),
      errors: got(500),
    })
  })

  test('is at 0 after an interval in which nothing has happened', async () => {
    await expect.poll(() => total('requests')).toBe(65)
    await expect.poll(() => summaries().at(-1)).toMatchObject({ refused: 0, inFlight: 0 })
  })
})
