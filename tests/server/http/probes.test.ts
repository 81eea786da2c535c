// The probes: /healthz says whether the process is alive, /readyz whether it's ready. log-summary.test.ts and
// request-log.test.ts check that probes are neither counted nor logged, system/signals.test.ts what they respond during a
// shutdown, and variables-in-a-process.test.ts that /healthz names SITE_VERSION.
import { expect, test } from 'vitest'
import { ENGINE_VERSION } from '../../support/engine.ts'
import { listen, manifest, siteOf } from '../../support/fixture-site.ts'
import { request } from '../../support/http.ts'

async function probe(path: string, parts: Parameters<typeof siteOf>[0]) {
  await using server = await listen(await siteOf(parts))
  const { status, body } = await request(server.url + path)
  return { status, body: String(body) }
}

test.each([
  {
    what: 'names the build and the engine',
    parts: {},
    body: `ok ${manifest.buildId}\nengine ${ENGINE_VERSION}\n`,
  },
  {
    what: 'also names the release if the operator set one',
    parts: { release: 'v7.1' },
    body: `ok ${manifest.buildId} v7.1\nengine ${ENGINE_VERSION}\n`,
  },
])('/healthz $what', async ({ parts, body }) => {
  expect(await probe('/healthz', parts)).toEqual({ status: 200, body })
})

test.each([
  { what: 'a 200', parts: {}, reply: { status: 200, body: 'ok\n' } },
  {
    what: 'a 503 during a shutdown',
    parts: { isReady: () => false },
    reply: { status: 503, body: 'shutting down\n' },
  },
])('/readyz responds with $what', async ({ parts, reply }) => {
  expect(await probe('/readyz', parts)).toEqual(reply)
})
