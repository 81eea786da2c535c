// A site's modules in server/site/: what a build accepts in them, and how a mistake fails the build or the start.
import { expect, inject, onTestFinished, test } from 'vitest'
import { copyBuilt, editFile, runNode, runScript } from '../support/copy-project.ts'

const folder = copyBuilt(inject('fixture'))
const build = (env?: NodeJS.ProcessEnv) => runScript(folder, 'scripts/build.ts', env)

const CONTACT = 'shared/site/pages/contact.tsx'

/** Edits a file until the end of the test. */
const edit = (file: string, from: RegExp | string, to: string) =>
  onTestFinished(editFile(folder, file, from, to))

const FIRST_ENDPOINT = "  app.get('/api/status'"

test.each([
  { what: 'an Express 4 path', line: "  app.get('/api/*', () => {})\n" },
  { what: 'a promise that rejects', line: "  Promise.reject(new Error('no database'))\n" },
])('$what in endpoints.ts fails the build with the file and the line', async ({ line }) => {
  edit('server/site/endpoints.ts', FIRST_ENDPOINT, `${line}${FIRST_ENDPOINT}`)
  const { code, output } = await build()
  expect(code).toBe(1)
  expect(output).toMatch(/Missing parameter name|no database/)
  expect(output).toMatch(/server\/site\/endpoints\.ts:\d+:/)
  if (output.includes('Missing parameter name')) expect(output).not.toContain('variables')
})

test('endpoints() may be async: pages may link to them, and errors fail the build with their place', async () => {
  edit('server/site/endpoints.ts', 'export function', 'export async function')
  edit('server/site/endpoints.ts', ': void {', '{\n  await Promise.resolve()')
  edit(CONTACT, '<CopyButton', '<a href="/api/status">Status</a><CopyButton')
  const good = await build()
  expect(good.code, good.output).toBe(0)
  edit('server/site/endpoints.ts', FIRST_ENDPOINT, `  throw new Error('no database')\n${FIRST_ENDPOINT}`)
  const { code, output } = await build()
  expect(code).toBe(1)
  expect(output).toMatch(
    /^server\/site\/endpoints\.ts:\d+:\d+: no database\. A build calls endpoints\(\), too: read variables in a handler\.$/m,
  )
})

test('invalid middleware fails the build with the file', async () => {
  edit('server/site/middleware.ts', '= globalThis.testMiddleware', '= [undefined as never]')
  const { code, output } = await build()
  expect(code).toBe(1)
  expect(output).toMatch(/^server\/site\/middleware\.ts: argument handler must be a function/m)
})

test('a module of server/site/ that throws fails the build and the start, with the file and the line', async () => {
  edit('server/site/policy.ts', /^/, "if (!process.env.DATABASE_URL) throw new Error('no DATABASE_URL')\n")
  const message = /Error: no DATABASE_URL\n +at .*server\/site\/policy\.ts:1:/
  const refused = await build()
  expect(refused.code).toBe(1)
  expect(refused.output).toMatch(message)
  const { code, output } = await build({ DATABASE_URL: 'postgres://db' })
  expect(code, output).toBe(0)
  const started = await runNode(folder, ['build/server.js'])
  expect(started.code).toBe(1)
  expect(started.output).toMatch(message)
})
