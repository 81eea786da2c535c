// A shutdown while pages are waiting for their source: server/process/sigterm has the rest.
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { listen, program, siteOf } from '../../../tests/support/fixture-site.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'

const { log, linesAt } = createLogLines()

test('a shutdown that cuts three requests for a slow page logs each with status 503', async () => {
  let started = 0
  const jobs = () => {
    started++
    return new Promise(() => {})
  }
  vi.stubGlobal('sources', { jobs })
  let isStopping = false
  const { server, port } = await listen(await siteOf({ log, isReady: () => !isStopping }))
  for (let n = 0; n < 3; n++)
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .write('GET /stellen HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => started).toBe(3)
  isStopping = true
  await program.shutDown(server, { delay: 0, timeout: 0, log })
  expect(linesAt('/stellen')).toEqual(Array(3).fill(expect.objectContaining({ level: 50, status: 503 })))
})
