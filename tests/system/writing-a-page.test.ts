// What a React engineer writes into a page in the first hour: it works, or the build fails and says how to make it work.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { copyBuilt, editFile, runNode, runScript } from '../support/copy-project.ts'

const folder = copyBuilt(inject('fixture'))
const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')
const build = (env?: NodeJS.ProcessEnv) => runScript(folder, 'scripts/build.ts', env)
const prerender = (env?: NodeJS.ProcessEnv) => runScript(folder, 'scripts/prerender.ts', env)

const CONTACT = 'shared/site/pages/contact.tsx'
const PAGES = 'shared/site/routes.ts'
const POLICY = 'server/site/policy.ts'

/** Edits a file until the end of the test. */
const edit = (file: string, from: RegExp | string, to: string) =>
  onTestFinished(editFile(folder, file, from, to))

test('a page may import a stylesheet and a CSS module, and is styled by both', async () => {
  writeFileSync(at('shared/site/pages/contact.css'), '.map { inline-size: 7px }')
  writeFileSync(at('shared/site/pages/price.module.css'), '.price { inline-size: 8px }')
  edit(CONTACT, /^/, "import './contact.css'\nimport classes from './price.module.css'\n")
  edit(CONTACT, '<CopyButton', '<b className={classes.price}>1</b><CopyButton')
  const { code, output } = await prerender()
  expect(code, output).toBe(0)
  const html = read('dist/kontakt.html')
  const [, name] = /<b class="([^"]+)">1<\/b>/.exec(html) ?? []
  // After the styles of forms, which another page imports.
  const pageStyles = html.slice(html.indexOf('@layer pages{'))
  expect(pageStyles).toContain(`.map{inline-size:7px}.${name}{inline-size:8px}`)
  const scripts = readdirSync(at('dist/assets')).filter(file => /^contact-.*\.js$/.test(file))
  expect(scripts).toHaveLength(1)
  expect(read(`dist/assets/${scripts[0]}`)).toContain(`"${name}"`)
  expect(readdirSync(at('build/public/assets')).filter(file => file.endsWith('.css'))).toEqual([])
})

test('a style attribute fails the build with the policy line that allows it', async () => {
  edit(POLICY, /^.*style-src-attr.*\n/m, '') // The fixture has the line.
  edit(CONTACT, '<CopyButton', "<b style={{ fontWeight: 'bold' }}>b</b><CopyButton")
  const refused = await build()
  expect(refused.code).toBe(1)
  const [, line = ''] =
    /^\/kontakt: .*<b style="font-weight:bold">.* to sources in server\/site\/policy\.ts: (.*)$/m.exec(
      refused.output,
    ) ?? []
  expect(line).toBe(`'style-src-attr': ["'unsafe-inline'"]`)
  edit(POLICY, /sources: \{/, `sources: { ${line},`)
  const { code, output } = await build()
  expect(code, output).toBe(0)
})

test('an undefined name in a component fails the build with the file and the line', async () => {
  edit(CONTACT, '<CopyButton', '<b>{(nobody as string).length}</b><CopyButton')
  edit(CONTACT, /^/, 'declare const nobody: unknown\n')
  const { code, output } = await build()
  expect(code).toBe(1)
  expect(output).toMatch(/^\/kontakt: shared\/site\/pages\/contact\.tsx:\d+:\d+: nobody is not defined$/m)
})

const FIRST_ENDPOINT = "  app.get('/api/status'"

test.each([
  { what: 'an Express 4 path', line: "  app.get('/api/*', () => {})\n" },
  { what: 'code that throws', line: "  if (app) throw new Error('no database')\n" },
  { what: 'a promise that rejects', line: "  Promise.reject(new Error('no database'))\n" },
])('$what in endpoints.ts fails the build with the file and the line', async ({ line }) => {
  edit('server/site/endpoints.ts', FIRST_ENDPOINT, `${line}${FIRST_ENDPOINT}`)
  const { code, output } = await build()
  expect(code).toBe(1)
  expect(output).toMatch(/Missing parameter name|no database/)
  expect(output).toMatch(/server\/site\/endpoints\.ts:\d+:/)
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
  expect(output).toMatch(/^server\/site\/endpoints\.ts:\d+:\d+: no database/m)
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

test('a PUBLIC_… variable is in the page and in its script', async () => {
  edit(CONTACT, '<CopyButton', '<b>{process.env.PUBLIC_PLACE}</b><CopyButton')
  expect((await prerender({ PUBLIC_PLACE: 'am Kanal' })).code).toBe(0)
  expect(read('dist/kontakt.html')).toContain('<b>am Kanal</b>')
  const [script = ''] = readdirSync(at('dist/assets')).filter(file => /^contact-.*\.js$/.test(file))
  for (const file of [`dist/assets/${script}`, 'build/program.js'])
    expect(read(file), file).toContain('am Kanal')
})

test('any other variable fails the build with the file, the line and the name to use', async () => {
  edit(CONTACT, '<CopyButton', '<b>{process.env.SECRET}</b><CopyButton')
  const { code, output } = await build()
  expect(code).toBe(1)
  expect(output).toMatch(/process\.env\.SECRET doesn't exist in a browser\. .*PUBLIC_SECRET/)
  expect(output).toMatch(/shared\/site\/pages\/contact\.tsx:\d+:\d+/)
})

test('a page that imports a server module fails the build, which names both files', async () => {
  edit(
    CONTACT,
    /^/,
    "import { allowed } from '../../../server/site/policy.ts'\nObject.assign(globalThis, { allowed })\n",
  )
  const { code, output } = await build()
  expect(code).toBe(1)
  expect(output).toMatch(/shared\/site\/pages\/contact\.tsx imports server\/site\/policy\.ts: /)
})

test('a title that is too long is a warning in the build, and fails the prerender', async () => {
  edit(PAGES, "title: 'Team'", `title: '${'T'.repeat(61)}'`)
  const message = 'routes.team.title has 61 characters: write 1 to 60'
  const built = await build()
  expect(built.code, built.output).toBe(0)
  expect(built.output.split('\n')).toContain(`WARNING: ${message}`)
  const { code, output } = await prerender()
  expect(output).toContain(message)
  expect(code).toBe(1)
})

test('an undeclared custom property fails the build with file and line', async () => {
  edit('shared/styles/button.css', /$/, '\n.button {\n  color: var(--inkk);\n}\n')
  const { code, output } = await build()
  expect(code).toBe(1)
  expect(output).toMatch(/^shared\/styles\/button\.css:\d+: no stylesheet declares --inkk: correct the name/m)
})
