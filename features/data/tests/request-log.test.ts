// The log line of a page with data: server/process/request-log has the rest.
import { expect, test, vi } from 'vitest'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'

const { log, linesOf } = createLogLines()

test('the log line and Server-Timing have the times of the loader and of the wait for the page', async () => {
  const passing = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return ['Hobeln']
  }
  vi.stubGlobal('sources', { jobs: () => passing(300), courses: () => passing(200) })
  await using server = await listen(await siteOf({ log }))
  vi.useFakeTimers({ toFake: ['performance'] })
  const logged: object[] = []
  for (const path of ['/stellen', '/stellen.json', '/kurse', '/kurse', '/kontakt']) {
    const { headers } = await request(server.url + path)
    const [line] = await linesOf(headers['x-request-id'])
    const { loaderMs, pageMs } = { ...line }
    logged.push({ path, loaderMs, pageMs, timing: headers['server-timing'] })
  }
  expect(logged).toEqual([
    { path: '/stellen', loaderMs: 300, pageMs: 300, timing: 'loader;dur=300.0' },
    { path: '/stellen.json', loaderMs: 300, pageMs: 300, timing: 'loader;dur=300.0' },
    { path: '/kurse', loaderMs: 200, pageMs: 200, timing: 'cache;desc=miss, loader;dur=200.0' },
    { path: '/kurse', loaderMs: undefined, pageMs: 0, timing: 'cache;desc=hit' },
    { path: '/kontakt', loaderMs: undefined, pageMs: undefined, timing: undefined },
  ])
})
