// How a prerender calls data sources and loaders, and what it writes, omits or refuses.
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { copyBuilt, editFile, runScript } from '../../../tests/support/copy-project.ts'

const folder = copyBuilt(inject('fixture'))
const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name), 'utf8')
const build = (env?: NodeJS.ProcessEnv) => runScript(folder, 'scripts/build.ts', env)
const prerender = (env?: NodeJS.ProcessEnv) => runScript(folder, 'scripts/prerender.ts', env)

/** Edits a file until the end of the test. */
const edit = (file: string, from: RegExp | string, to: string) =>
  onTestFinished(editFile(folder, file, from, to))

/** The inodes of build/ and dist/, to see whether they are replaced. */
const folders = () => ({ build: statSync(at('build')).ino, dist: statSync(at('dist')).ino })

/** Folders that a run has left behind. */
const leftBehind = () => readdirSync(folder).filter(name => /^(build|dist)-/.test(name))

describe('if a data source is unreachable,', () => {
  const refusing = '127.0.0.1:2' // No program listens on this port.
  const FIXTURE_SOURCES = `http://${refusing}`

  test('a build doesn’t call it', async () => {
    const { code, output } = await build({ FIXTURE_SOURCES })
    expect(code, output).toBe(0)
  })

  test('a prerender fails with a line for each page, and changes neither folder', async () => {
    const before = folders()
    const { code, output } = await prerender({ FIXTURE_SOURCES })
    expect(code).toBe(1)
    for (const path of ['/stellen', '/stellen/lagerist', '/kurse'])
      expect(output.trim().split('\n')).toContain(`${path}: fetch failed: connect ECONNREFUSED ${refusing}`)
    expect(output).not.toMatch(/^ +at /m)
    expect(folders()).toEqual(before)
    expect(leftBehind()).toEqual([])
  })

  test('a prerender omits a page with prerender: false, and says so', async () => {
    edit('shared/site/data-routes.ts', /loader: true,(?!\s+prerender)/g, 'loader: true, prerender: false,')
    const { code, output } = await prerender({ FIXTURE_SOURCES })
    expect(code, output).toBe(0)
    expect(output).toContain(
      'Not in dist/, and so missing on a static host: /stellen, /stellen/:slug, /lager, /kurse',
    )
    for (const name of ['stellen.html', 'stellen.json', 'stellen/lagerist.html'])
      expect({ name, isThere: existsSync(at(`dist/${name}`)) }).toEqual({ name, isThere: false })
    expect(read('dist/index.html')).toContain('href="/stellen"')
  })
})

test('a prerender calls each source once, and prints the cost of every page', async () => {
  const requested: string[] = []
  const source = createServer((req, res) => {
    requested.push(String(req.url))
    res.end('["Schreinerin"]')
  }).listen(0, '127.0.0.1')
  await once(source, 'listening')
  const { port } = source.address() as AddressInfo
  const { code, output } = await prerender({ FIXTURE_SOURCES: `http://127.0.0.1:${port}` })
  source.close()
  expect(code, output).toBe(0)
  expect(requested.sort()).toEqual([
    '/courses',
    '/job/constructor',
    '/job/lagerist',
    '/job/tischlerin',
    '/jobs',
  ])
  for (const name of ['stellen', 'stellen/lagerist', 'kurse'])
    for (const file of [`${name}.html`, `${name}.json`]) expect(read(`dist/${file}`)).toContain('Schreinerin')
  for (const path of ['/', '/kontakt', '/stellen']) expect(output).toMatch(new RegExp(`│ ${path} +│ +\\d+ │`))
})

test('two concurrent prerenders leave complete folders, and each succeeds or fails with one line', async () => {
  const runs = await Promise.all([prerender(), prerender()])
  expect(runs.map(({ code }) => code)).toContain(0)
  for (const { code, output } of runs)
    if (code !== 0) expect(output).toMatch(/(build|dist) has been replaced by another run.*again\n$/)
  expect(leftBehind()).toEqual([])
  const { buildId } = JSON.parse(read('build/manifest.json'))
  expect(JSON.parse(read('dist/.build.json'))).toMatchObject({ buildId })
  for (const name of ['build/program.js', 'build/server.js', 'dist/index.html', 'dist/404.html'])
    expect({ name, exists: existsSync(at(name)) }).toEqual({ name, exists: true })
})

const CONTACT = 'shared/site/pages/contact.tsx'
const LOADERS = 'server/site/loaders.ts'
const PATHS = /paths: .*,\n/

test('a prerender fails with path and reason for each page in paths() that its loader doesn’t provide', async () => {
  const before = folders()
  edit(LOADERS, PATHS, "paths: () => ['/stellen/pilot', '/stellen/zimmerer', '/stellen/lagerist'],\n")
  edit(LOADERS, 'data: { title, lines }', "status: title === 'Lagerist' ? 410 : 200, data: { title, lines }")
  const { code, output } = await prerender()
  expect(output).toContain(`/stellen/pilot: its loader returns notFound()
/stellen/zimmerer: its loader redirects to /stellen/tischlerin, which a static host can't do: write prerender: false
/stellen/lagerist: its loader returns the status 410, which a static host can't send: write prerender: false`)
  expect(code).toBe(1)
  expect(folders()).toEqual(before)
})

test('a prerender fails if paths() returns a path twice, or a path of another page', async () => {
  const before = folders()
  edit(LOADERS, PATHS, "paths: () => ['/stellen/lagerist', '/stellen/lagerist', '/kontakt'],\n")
  const { code, output } = await prerender()
  expect(output).toContain('/stellen/lagerist: paths() of loaders.job returns it twice')
  expect(output).toContain(
    "/kontakt: paths() of loaders.job returns it, but the route's path is /stellen/:slug",
  )
  expect(code).toBe(1)
  expect(folders()).toEqual(before)
})

test('a prerender checks links against paths(), and a build only against the pattern', async () => {
  edit(CONTACT, /href="\/[^"]*"/, 'href="/stellen/pilot"')
  const built = await build()
  expect(built.code, built.output).toBe(0)
  const { code, output } = await prerender()
  expect(output).toMatch(/^\/kontakt: the link to \/stellen\/pilot: routes.job has no page at this path$/m)
  expect(code).toBe(1)
})

test('without paths(), a prerender accepts links to the route’s pages, and lists it as missing in dist/', async () => {
  edit(LOADERS, PATHS, '')
  edit(CONTACT, /href="\/[^"]*"/, 'href="/stellen/pilot"')
  const { code, output } = await prerender()
  expect(code, output).toBe(0)
  expect(output).toContain('Not in dist/, and so missing on a static host: /stellen/:slug, /lager')
  expect({ page: existsSync(at('dist/stellen.html')), ofParts: existsSync(at('dist/stellen')) }).toEqual({
    page: true,
    ofParts: false,
  })
})

test('a prerender fails if a page with a loader is too large, and names the page and its size', async () => {
  edit(LOADERS, 'data: { title, lines }', "data: { title, lines: ['x'.repeat(6_000_000)] }")
  const { code, output } = await prerender()
  expect(output).toMatch(
    /^\/stellen\/lagerist: the page has 6\d{6} bytes, and 6\d{6} of them are its data as JSON: it may have 2000000$/m,
  )
  expect(code).toBe(1)
})

test('a prerender warns about a loader’s description that is shared or too short', async () => {
  edit(LOADERS, 'head: { title, description }', "head: { title, description: 'Eine Stelle.' }")
  const { code, output } = await prerender()
  expect(code, output).toBe(0)
  expect(output).toMatch(/^WARNING: \/\S+.*: the description has 12 characters: write 50 to 160$/m)
  expect(output).toMatch(/^WARNING: \/\S+.*: they share the description "Eine Stelle\."$/m)
})
