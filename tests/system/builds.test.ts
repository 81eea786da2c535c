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
    // The second one asks inside Suspense.
    for (const path of ['/stellen', '/stimmen'])
      expect(output.trim().split('\n')).toContain(`${path}: fetch failed: connect ECONNREFUSED ${refusing}`)
    expect(output).not.toMatch(/^ +at /m)
    expect(folders()).toEqual(before)
    expect(readdirSync(folder).filter(name => /^(build|dist)-/.test(name))).toEqual([])
  })

  test('a prerender leaves out a page with prerender: false, and says so', async () => {
    edit('shared/site/pages.ts', /server: true,(?!\s+prerender)/g, 'server: true, prerender: false,')
    const { code, output } = await prerender({ SOURCES })
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
  const { code, output } = await prerender({ SOURCES: `http://127.0.0.1:${port}` })
  source.close()
  expect(code, output).toBe(0)
  expect(asked).toContain('/jobs')
  expect(asked.length).toBe(new Set(asked).size)
  expect(read('dist/stellen.html')).toContain('Schreinerin')
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
  ['a missing token', TOKENS, '--accent: ', '--other: ', /^shared\/site\/styles\/tokens\.css: --accent/m],
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
