// The limits of a connection that ship, read from the server that ships: tests of what happens at a limit, in
// hostile-requests.test.ts and stalled-connections.test.ts, bring limits of their own.
import { expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { listen, siteOf } from '../support/fixture-site.ts'

test('the time-outs of a connection in milliseconds, and the number of headers', async () => {
  await using site = await listen(await siteOf())
  const { headersTimeout, requestTimeout, timeout, maxHeadersCount } = site.server
  expect({ headersTimeout, requestTimeout, timeout, maxHeadersCount }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 35_000,
    timeout: 30_000, // After so long without a byte a connection may count as stalled.
    maxHeadersCount: 100,
  })
})

test.each([
  { bytes: 16_000, status: 200 },
  { bytes: 16_400, status: 431 },
])('a request with a header of $bytes bytes is a $status', async ({ bytes, status }) => {
  await using site = await listen(await siteOf())
  expect((await ask(site.url, { headers: { 'X-Padding': 'x'.repeat(bytes) } })).status).toBe(status)
})
