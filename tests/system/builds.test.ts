import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { copyBuilt, editFile, runNode, runScript } from '../support/copy-project.ts'

const folder = copyBuilt(inject('fixture'))
const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')
const build = (env?: NodeJS.ProcessEnv) => runScript(folder, 'scripts/build.ts', env)
const prerender = (env?: NodeJS.ProcessEnv) => runScript(folder, 'scripts/prerender.ts', env)

/** Edits a file until the end of the test. */
const edit = (file: string, from: RegExp | string, to: string) =>
  onTestFinished(editFile(folder, file, from, to))

/** Which build/ and dist/ are there. */
const folders = () => [statSync(at('build')).ino, statSync(at('dist')).ino]

describe('where a source of data cannot be reached', () => {
  const refusing = '127.0.0.1:2' // No program has this port.
  const SOURCES = `http://${refusing}`

  test('a build does not ask it', async () => {
    const { code, output } = await build({ SOURCES })
    expect(code, output).toBe(0)
  })

  test('a prerender ends with a line for its page, and changes neither folder', async () => {
    const before = folders()
    const { code, output } = await prerender({ SOURCES })
    expect(code).toBe(1)
    for (const path of ['/stellen', '/stellen/lagerist', '/kurse'])
      expect(output.trim().split('\n')).toContain(`${path}: fetch failed: connect ECONNREFUSED ${refusing}`)
    expect(output).not.toMatch(/^ +at /m)
    expect(folders()).toEqual(before)
    expect(readdirSync(folder).filter(name => /^(build|dist)-/.test(name))).toEqual([])
  })

  test('a prerender leaves out a page with prerender: false, and says so', async () => {
    edit('shared/site/pages.ts', /loader: true,(?!\s+prerender)/g, 'loader: true, prerender: false,')
    const { code, output } = await prerender({ SOURCES })
    expect(code, output).toBe(0)
    expect(output).toContain(
      'Not in dist/, and so missing on a static host: /stellen, /stellen/:slug, /lager, /kurse, /anfrage',
    )
    for (const name of ['stellen.html', 'stellen.json', 'stellen/lagerist.html'])
      expect({ name, isThere: existsSync(at(`dist/${name}`)) }).toEqual({ name, isThere: false })
    // Search engines that read the sitemap of dist/ would find a 404.
    expect(read('dist/sitemap.xml')).not.toContain('/stellen')
    expect(read('dist/index.html')).toContain('href="/stellen"')
  })
})

test.each(['build', 'prerender'])('%s with a bad SOURCE_DATE_EPOCH ends with one line', async name => {
  const before = folders()
  const { code, output } = await runScript(folder, `scripts/${name}.ts`, { SOURCE_DATE_EPOCH: 'yesterday' })
  expect({ code, output }).toEqual({
    code: 1,
    output: 'SOURCE_DATE_EPOCH is yesterday: write the seconds since 1970 as a number.\n',
  })
  expect(folders()).toEqual(before)
})

test('two prerenders at once end with whole folders: each with its own, or with one line', async () => {
  const runs = await Promise.all([prerender(), prerender()])
  expect(runs.map(({ code }) => code)).toContain(0)
  for (const { code, output } of runs)
    if (code !== 0) expect(output).toMatch(/(build|dist) has been replaced by another run.*again\n$/)
  expect(readdirSync(folder).filter(name => /^(build|dist)-/.test(name))).toEqual([])
  const { version } = JSON.parse(read('build/manifest.json'))
  expect(JSON.parse(read('dist/.build.json'))).toMatchObject({ version })
  for (const name of ['build/start.js', 'build/server.js', 'dist/index.html', 'dist/404.html'])
    expect({ name, exists: existsSync(at(name)) }).toEqual({ name, exists: true })
})

test('a prerender asks each source once, and names what every page costs', async () => {
  const asked: string[] = []
  const source = createServer((req, res) => {
    asked.push(String(req.url))
    res.end('["Schreinerin"]')
  }).listen(0, '127.0.0.1')
  await once(source, 'listening')
  const { port } = source.address() as AddressInfo
  const { code, output } = await prerender({ SOURCES: `http://127.0.0.1:${port}` })
  source.close()
  expect(code, output).toBe(0)
  expect(asked.sort()).toEqual(['/courses', '/job/constructor', '/job/lagerist', '/job/tischlerin', '/jobs'])
  for (const name of ['stellen', 'stellen/lagerist', 'kurse'])
    for (const file of [`${name}.html`, `${name}.json`]) expect(read(`dist/${file}`)).toContain('Schreinerin')
  for (const path of ['/', '/kontakt', '/404']) expect(output).toMatch(new RegExp(`│ ${path} +│ +\\d+ │`))
})

const PAGES = 'shared/site/pages.ts'
const CONTACT = 'shared/site/pages/contact.tsx'
const TEXT = 'shared/site/content/impressum.md'
const TOKENS = 'shared/site/styles/tokens.css'
/** Each is seen at another stage of the build. */
const mistakes: [string, file: string, from: RegExp | string, to: string, message: RegExp][] = [
  ['a path that is taken', PAGES, "'/kontakt'", "'/healthz'", /^pages\.contact\.path is/m],
  ['a link in Markdown', TEXT, /$/, '[x](/nichts)', /^shared\/site\/content\/impressum\.md:\d+: /m],
  ['a missing component', PAGES, 'whyReact:', 'whyVue:', /^pages\.whyVue has no component/m],
  [
    'a missing token',
    TOKENS,
    '--accent: ',
    '--other: ',
    /^shared\/site\/styles\/tokens\.css: --accent is missing/m,
  ],
  [
    'a drawing that is missing',
    PAGES,
    "drawing: 'home'",
    "drawing: 'haus'",
    /^pages\.home\.drawing is haus: .*home/m,
  ],
  ['a mistake in a style', 'shared/styles/base.css', /^/, 'h1::after {{\n', /shared\/styles\/base\.css:1:/],
  [
    'a letter of no typeface',
    PAGES,
    "'Team'",
    "'日本'",
    /^\/ueber-uns\/team: .* 日本\. .*server\/site\/typefaces\.ts/m,
  ],
  ['a dead link', CONTACT, /href="\/[^"]*"/, 'href="/nichts"', /the link to \/nichts: there is no/],
  ['a page that throws', CONTACT, '<CopyButton', '{String(null!.x)}<CopyButton', /^\/kontakt: Cannot read/m],
]
test.each(mistakes)('a build with %s fails, says why, and leaves the last one', async (...mistake) => {
  const [, file, from, to, message] = mistake
  const before = folders()
  edit(file, from, to)
  const { code, output } = await build()
  expect(output).toMatch(message)
  expect(output).not.toMatch(/^ +at /m)
  expect(code).toBe(1)
  expect(folders()).toEqual(before)
})

test('Link, NavLink, useNavigate and useSearchParams fit the budget, and a package that does not is named with its page', async () => {
  edit(
    'shared/site/pages/why-react.tsx',
    /^/,
    `import { Link, NavLink, useNavigate, useSearchParams } from 'react-router'
    const Four = () => (useNavigate(), useSearchParams(), <><Link to="/">a</Link><NavLink to="/">b</NavLink></>)
    Object.assign(globalThis, { Four })\n`,
  )
  edit(CONTACT, /^/, "import { heavy } from '../heavy/index.ts'\nObject.assign(globalThis, { heavy })\n")
  const noise = Array.from({ length: 40_000 }, (_, i) => ((i * 7919) % 65_521).toString(36)).join('')
  const heavy = {
    'index.ts': "export { heavy } from 'heavy'",
    'node_modules/heavy/index.js': `export const heavy = '${noise}'`,
    'node_modules/heavy/package.json': '{ "name": "heavy", "main": "index.js" }',
    'node_modules/heavy/LICENSE': 'MIT',
  }
  mkdirSync(at('shared/site/heavy/node_modules/heavy'), { recursive: true })
  for (const [name, text] of Object.entries(heavy)) writeFileSync(at(`shared/site/heavy/${name}`), text)
  const { code, output } = await prerender()
  expect(output.match(/^.* over the budget .*$/gm)).toEqual([
    expect.stringMatching(/^\/kontakt: \d+ bytes of script, .* heavy in shared\/site\/heavy\/index\.ts$/),
  ])
  expect(code).toBe(1)
})

const LOADERS = 'server/site/loaders.ts'
const PATHS = /paths: .*,\n/

test('a prerender ends with path and cause for each page that paths() names and its loader has not', async () => {
  const before = folders()
  edit(LOADERS, PATHS, "paths: () => ['/stellen/pilot', '/stellen/zimmerer', '/stellen/lagerist'],\n")
  edit(LOADERS, 'data: { title, lines }', "status: title === 'Lagerist' ? 410 : 200, data: { title, lines }")
  const { code, output } = await prerender()
  expect(output).toContain(`/stellen/pilot: its loader has found no page
/stellen/zimmerer: its loader redirects to /stellen/tischlerin: a static host cannot, so write prerender: false
/stellen/lagerist: its loader gives the status 410: a static host cannot, so write prerender: false`)
  expect(code).toBe(1)
  expect(folders()).toEqual(before)
})

test('a prerender ends where paths() gives a path twice, or one of another page', async () => {
  const before = folders()
  edit(LOADERS, PATHS, "paths: () => ['/stellen/lagerist', '/stellen/lagerist', '/kontakt'],\n")
  const { code, output } = await prerender()
  expect(output).toContain('/stellen/lagerist: paths() of pages.job gives it twice')
  expect(output).toContain('/kontakt: paths() of pages.job gives it, and its path is /stellen/:slug')
  expect(code).toBe(1)
  expect(folders()).toEqual(before)
})

test('a prerender checks links against paths(), and a build by their pattern', async () => {
  edit(CONTACT, /href="\/[^"]*"/, 'href="/stellen/pilot"')
  const built = await build()
  expect(built.code, built.output).toBe(0)
  const { code, output } = await prerender()
  expect(output).toContain('the link to /stellen/pilot: there is no such page or file')
  expect(code).toBe(1)
})

test('without paths() a prerender writes the other pages, lets links to these pass, and names what a static host lacks', async () => {
  edit(LOADERS, PATHS, '')
  edit(CONTACT, /href="\/[^"]*"/, 'href="/stellen/pilot"')
  const { code, output } = await prerender()
  expect(code, output).toBe(0)
  expect(output).toContain('Not in dist/, and so missing on a static host: /stellen/:slug, /lager')
  expect(existsSync(at('dist/stellen.html'))).toBe(true)
  expect(existsSync(at('dist/stellen'))).toBe(false)
  expect(read('dist/sitemap.xml')).not.toContain('/stellen/')
})

test('a prerender ends where a loader gives more than five megabytes, and says of which page', async () => {
  edit(LOADERS, 'data: { title, lines }', "data: { title, lines: ['x'.repeat(6_000_000)] }")
  const { code, output } = await prerender()
  expect(output).toMatch(
    /^\/stellen\/lagerist: the loader's data has 6\d{6} bytes: a page may have 5000000, its data included$/m,
  )
  expect(code).toBe(1)
})

test('icons, link previews and the browser have the colours of the tokens', async () => {
  edit(TOKENS, /--paper: .*/, '--paper: light-dark(#123456, #654321);')
  expect((await build()).code).toBe(0)
  for (const name of ['og/home.png', 'apple-touch-icon.png']) {
    const corner = sharp(at(`build/public/${name}`)).extract({ left: 5, top: 5, width: 1, height: 1 })
    expect((await corner.removeAlpha().raw().toBuffer()).toString('hex'), name).toBe('123456')
  }
  expect(JSON.parse(read('build/manifest.json')).paper).toEqual({ light: '#123456', dark: '#654321' })
})

test('an edit of an inline script is another version', async () => {
  const versionOf = async ({ code, output }: Awaited<ReturnType<typeof build>>) => {
    expect(code, output).toBe(0)
    return JSON.parse(read('build/manifest.json')).version
  }
  const before = await versionOf(await build())
  edit('client/loader.ts', 'MAX_WAIT = 2000', 'MAX_WAIT = 2001')
  expect(await versionOf(await build())).not.toBe(before)
})

describe('before npm start', () => {
  let clone: string
  beforeEach(() => {
    clone = copyBuilt(inject('fixture'))
  })
  const inode = (name: string) => statSync(join(clone, name)).ino
  const remove = (name: string) => rmSync(join(clone, name), { recursive: true })
  const makeBuildOld = () => utimesSync(join(clone, 'build/manifest.json'), 1, 1)
  /** Runs what npm runs. */
  const prestart = (env?: NodeJS.ProcessEnv) => runNode(clone, ['scripts/prestart.mjs'], env)
  const silent = { code: 0, output: '' }

  test('nothing is built where the build is newer than the source', async () => {
    const before = inode('build')
    expect(await prestart()).toEqual(silent)
    expect(inode('build')).toBe(before)
  })

  test('the site is built where the source is newer, and not prerendered', async () => {
    makeBuildOld()
    const [build, dist] = [inode('build'), inode('dist')]
    const { code, output } = await prestart({ SERVE: 'static' })
    expect([code, output]).toEqual([1, 'dist/ is older than the source: run npm run prerender\n'])
    expect(await prestart()).toEqual(silent)
    expect(inode('build')).not.toBe(build)
    expect(inode('dist')).toBe(dist)
  })

  test('without the tools to build, what is there is started, or one line says what to do', async () => {
    remove('node_modules')
    makeBuildOld()
    expect(await prestart()).toEqual(silent)
    remove('build')
    const { code, output } = await prestart()
    expect([code, output]).toEqual([1, expect.stringMatching(/^There is no build.*npm run build\n$/)])
  })

  test('a clean clone that shall serve dist/ is told to prerender', async () => {
    for (const made of ['build', 'dist']) remove(made)
    const output = 'dist/ is missing: run npm run prerender\n'
    expect(await prestart({ SERVE: 'static' })).toEqual({ code: 1, output })
  })
})
