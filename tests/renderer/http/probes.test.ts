// The probes /healthz, whether the process is alive, and /readyz, whether it is ready. log-summary.test.ts and
// request-log.test.ts: nobody counts or logs them; sigterm.test.ts: what they say during a shutdown;
// variables-in-a-process.test.ts: the release in /healthz is that of SITE_VERSION, of which server-variables.test.ts has the rules.
import { expect, test } from 'vitest'
import { ask } from '../../support/ask.ts'
import { ENGINE_VERSION } from '../../support/engine.ts'
import { listen, manifest, siteOf } from '../../support/fixture-site.ts'

async function probe(path: string, parts: Parameters<typeof siteOf>[0]) {
  await using server = await listen(await siteOf(parts))
  const { status, body } = await ask(server.url + path)
  return { status, body: String(body) }
}

test.each([
  {
    what: 'names the build and the engine',
    parts: {},
    body: `ok ${manifest.buildId}\nengine ${ENGINE_VERSION}\n`,
  },
  {
    what: 'names the release, too, where the operator gives it a name',
    parts: { release: 'v7.1' },
    body: `ok ${manifest.buildId} v7.1\nengine ${ENGINE_VERSION}\n`,
  },
  {
    what: 'is alive while it shuts down',
    parts: { isReady: () => false },
    body: `ok ${manifest.buildId}\nengine ${ENGINE_VERSION}\n`,
  },
])('/healthz $what', async ({ parts, body }) => {
  expect(await probe('/healthz', parts)).toEqual({ status: 200, body })
})

test.each([
  { what: 'a 200', parts: {}, reply: { status: 200, body: 'ok\n' } },
  {
    what: 'a 503 while it shuts down',
    parts: { isReady: () => false },
    reply: { status: 503, body: 'shutting down\n' },
  },
])('/readyz is $what', async ({ parts, reply }) => {
  expect(await probe('/readyz', parts)).toEqual(reply)
})
