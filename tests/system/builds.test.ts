import { execFile } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { copyProject, layFixture, runScript } from '../support/copy-project.ts'

const folder = copyProject()
layFixture(folder)
const [buildScript, prerenderScript] = ['scripts/build.ts', 'scripts/prerender.ts']
const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')

const originals = new Map<string, string>()
/** Edits a file until the end of the test. */
function edit(file: string, from: RegExp | string, to: string): void {
  const text = read(file)
  expect(text.replace(from, to), `${file} has ${from}`).not.toBe(text)
  if (!originals.has(file)) originals.set(file, text)
  writeFileSync(
    at(file),
    text.replace(from, () => to),
  )
}
afterEach(() => {
  for (const [file, text] of originals) writeFileSync(at(file), text)
  originals.clear()
})

/** Refuses connections: nobody listens there any more. */
const refused = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return `127.0.0.1:${port}`
}

let host = ''
beforeAll(async () => {
  host = await refused()
  const { code, output } = await runScript(folder, prerenderScript)
  expect(code, output).toBe(0)
})

/** Which build/ and dist/ are there. */
const folders = () => [statSync(at('build')).ino, statSync(at('dist')).ino]

describe('where a source of data cannot be reached', () => {
  test('a build does not ask it', async () => {
    const { code, output } = await runScript(folder, buildScript, { SOURCES: `http://${host}` })
    expect(code, output).toBe(0)
  })

  test('a prerender ends with a line for its page, and changes neither folder', async () => {
    const before = folders()
    const { code, output } = await runScript(folder, prerenderScript, { SOURCES: `http://${host}` })
    expect(code).toBe(1)
    // The second one asks inside Suspense.
    for (const path of ['/stellen', '/stimmen'])
      expect(output.trim().split('\n')).toContain(`${path}: fetch failed: connect ECONNREFUSED ${host}`)
    expect(output).not.toMatch(/^ +at /m)
    expect(folders()).toEqual(before)
    expect(readdirSync(folder).filter(name => /^(build|dist)-/.test(name))).toEqual([])
  })

  test('a prerender leaves out a page with prerender: false, and says so', async () => {
    edit('shared/pages.ts', /server: true,(?!\s+prerender)/g, 'server: true, prerender: false,')
    const { code, output } = await runScript(folder, prerenderScript, { SOURCES: `http://${host}` })
    expect(code, output).toBe(0)
    expect(output).toMatch(/^Not in dist\/.*: .*\/stellen/m)
    expect(existsSync(at('dist/stellen.html'))).toBe(false)
    expect(read('dist/sitemap.xml')).toContain('/stellen<')
    expect(read('dist/index.html')).toContain('href="/stellen"')
  })
})

test('a prerender asks each source once, and names what every page costs', async () => {
  const asked: string[] = []
  const source = createServer((req, res) => {
    asked.push(String(req.url))
    res.end('["Schreinerin"]')
  }).listen(0, '127.0.0.1')
  await once(source, 'listening')
  const { port } = source.address() as AddressInfo
  const { code, output } = await runScript(folder, prerenderScript, { SOURCES: `http://127.0.0.1:${port}` })
  source.close()
  expect(code, output).toBe(0)
  expect(asked).toContain('/jobs')
  expect(asked.length).toBe(new Set(asked).size)
  expect(read('dist/stellen.html')).toContain('Schreinerin')
  for (const path of ['/', '/kontakt', '/404']) expect(output).toMatch(new RegExp(`│ ${path} +│ +\\d+ │`))
})

const [PAGES, CONTACT, TEXT] = ['shared/pages.ts', 'shared/pages/contact.tsx', 'shared/content/impressum.md']
const styles = (name: string) => `shared/styles/${name}.css`
/** Each is seen at another stage of the build. */
const mistakes: [string, file: string, from: RegExp | string, to: string, message: RegExp][] = [
  ['a path that is taken', PAGES, "'/kontakt'", "'/healthz'", /^pages\.contact\.path is/m],
  ['a link in Markdown', TEXT, /$/, '[x](/nichts)', /^shared\/content\/impressum\.md:\d+: /m],
  ['a missing component', PAGES, 'whyReact:', 'whyVue:', /^pages\.whyVue has no component/m],
  ['a missing token', styles('tokens'), '--accent: ', '--other: ', /^shared\/styles\/tokens\.css: --accent/m],
  ['a mistake in a style', styles('base'), /^/, 'h1::after {{\n', /shared\/styles\/base\.css:1:/],
  ['a letter of no typeface', PAGES, "'Team'", "'日本'", /^\/ueber-uns\/team: .* 日本\. .*previews\.tsx/m],
  ['a dead link', CONTACT, /href="\/[^"]*"/, 'href="/nichts"', /the link to \/nichts: there is no/],
  [
    'an inline style',
    CONTACT,
    '<a ',
    '<a style={{ color: "red" }} ',
    /^\/kontakt: the policy blocks the style/m,
  ],
  ['a page that throws', CONTACT, '<CopyButton', '{String(null!.x)}<CopyButton', /^\/kontakt: Cannot read/m],
]
test.each(mistakes)(
  'a build with %s fails, names it without a stack, and leaves the last one',
  async (...mistake) => {
    const [, file, from, to, message] = mistake
    const before = folders()
    edit(file, from, to)
    const { code, output } = await runScript(folder, buildScript)
    expect(output).toMatch(message)
    expect(output).not.toMatch(/^ +at /m)
    expect(code).toBe(1)
    expect(folders()).toEqual(before)
  },
)

test('Link, NavLink, useNavigate and useSearchParams fit the budget, and a package that does not is named with its page', async () => {
  edit(
    'shared/pages/why-react.tsx',
    /^/,
    `import { Link, NavLink, useNavigate, useSearchParams } from 'react-router'
    const Four = () => (useNavigate(), useSearchParams(), <><Link to="/">a</Link><NavLink to="/">b</NavLink></>)
    Object.assign(globalThis, { Four })\n`,
  )
  const fits = await runScript(folder, prerenderScript)
  expect(fits.code, fits.output).toBe(0)
  mkdirSync(at('shared/heavy/node_modules/heavy'), { recursive: true })
  const noise = Array.from({ length: 40_000 }, (_, i) => ((i * 7919) % 65_521).toString(36)).join('')
  writeFileSync(at('shared/heavy/node_modules/heavy/index.js'), `export const heavy = '${noise}'`)
  writeFileSync(at('shared/heavy/node_modules/heavy/package.json'), '{ "name": "heavy", "main": "index.js" }')
  writeFileSync(at('shared/heavy/node_modules/heavy/LICENSE'), 'MIT')
  writeFileSync(at('shared/heavy/index.ts'), "export { heavy } from 'heavy'")
  edit(
    'shared/pages/contact.tsx',
    /^/,
    "import { heavy } from '../heavy/index.ts'\nObject.assign(globalThis, { heavy })\n",
  )
  const { code, output } = await runScript(folder, prerenderScript)
  expect(output).toMatch(/^\/kontakt: \d+ bytes of script, .* heavy in shared\/heavy\/index\.ts$/m)
  expect(code).toBe(1)
})

test('icons, link previews and the browser have the colours of the tokens', async () => {
  edit('shared/styles/tokens.css', /--paper: .*/, '--paper: light-dark(#123456, #654321);')
  expect((await runScript(folder, buildScript)).code).toBe(0)
  for (const name of ['og/home.png', 'apple-touch-icon.png']) {
    const corner = sharp(at(`build/public/${name}`)).extract({ left: 5, top: 5, width: 1, height: 1 })
    expect((await corner.removeAlpha().raw().toBuffer()).toString('hex'), name).toBe('123456')
  }
  expect(JSON.parse(read('build/assets.json')).paper).toEqual({ light: '#123456', dark: '#654321' })
})

test('an edit of an inline script is another version', async () => {
  const { version } = JSON.parse(read('build/assets.json'))
  edit('client/loader.ts', 'MAX_WAIT = 2000', 'MAX_WAIT = 2001')
  expect((await runScript(folder, buildScript)).code).toBe(0)
  expect(JSON.parse(read('build/assets.json')).version).not.toBe(version)
})

describe('before npm start', () => {
  /** Runs what npm runs, in a folder. */
  const prestart = (cwd: string, env: Record<string, string> = {}) =>
    new Promise<{ code: unknown; output: string }>(resolve =>
      execFile(
        process.execPath,
        ['scripts/prestart.mjs'],
        { cwd, env: { ...process.env, ...env } },
        (error, out, err) => resolve({ code: error?.code ?? 0, output: out + err }),
      ),
    )

  test('nothing is built where the build is newer than the source', async () => {
    expect((await runScript(folder, buildScript)).code).toBe(0)
    const before = folders()
    expect(await prestart(folder)).toEqual({ code: 0, output: '' })
    expect(folders()).toEqual(before)
  })

  test('the site is built where the source is newer, and not prerendered', async () => {
    const [build, dist] = folders()
    const later = new Date(Date.now() + 60_000)
    utimesSync(at('shared/company.ts'), later, later)
    expect(await prestart(folder)).toEqual({ code: 0, output: '' })
    expect(folders()).toEqual([expect.not.toSatisfy(ino => ino === build), dist])
    expect((await prestart(folder, { SERVE: 'static' })).output).toMatch(
      /older than the source: run npm run prerender\n$/,
    )
  })

  test('without the tools to build, what is there is started, or one line says what to do', async () => {
    const bare = at('bare')
    for (const name of ['client', 'scripts', 'server', 'shared', 'package-lock.json'])
      cpSync(at(name), join(bare, name), { recursive: true })
    expect(await prestart(bare)).toEqual({
      code: 1,
      output: expect.stringMatching(/^There is no build.*npm run build\n$/),
    })
    cpSync(at('build'), join(bare, 'build'), { recursive: true })
    expect(await prestart(bare)).toEqual({ code: 0, output: '' })
  })

  test('a clean clone that shall serve dist/ is told to prerender', async () => {
    const clone = copyProject()
    const { code, output } = await prestart(clone, { SERVE: 'static' })
    expect(output).toBe('dist/ is missing: run npm run prerender\n')
    expect(code).toBe(1)
  })
})
