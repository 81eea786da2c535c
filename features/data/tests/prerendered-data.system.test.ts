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

test('without paths(), a prerender accepts links to the route’s pages, and lists it as missing in dist/', async () => {
  edit('server/site/loaders.ts', /paths: .*,\n/, '')
  edit('shared/site/pages/contact.tsx', /href="\/[^"]*"/, 'href="/stellen/pilot"')
  const { code, output } = await prerender()
  expect(code, output).toBe(0)
  expect(output).toContain('Not in dist/, so neither checked nor on a static host: /stellen/:slug, /lager')
  expect({ page: existsSync(at('dist/stellen.html')), ofParts: existsSync(at('dist/stellen')) }).toEqual({
    page: true,
    ofParts: false,
  })
})
