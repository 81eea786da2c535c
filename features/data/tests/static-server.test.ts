// SERVE=static with pages with data: server/http/static-server has the rest.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { distWithout } from '../../../tests/support/dist-without.ts'
import { dist, listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { ORIGIN, siteOfValues, type ValuePage } from './support/value-site.tsx'

const prerendered = await listen(await siteOf({ serve: 'static' }))
afterAll(() => prerendered.close())

test('compressed data, which dist/ has for other hosts, is a 404', async () => {
  expect(existsSync(join(dist, 'stellen.json.gz')), 'dist/ has stellen.json.gz').toBe(true)
  expect((await request(`${prerendered.url}/stellen.json.gz`)).status).toBe(404)
})

test('a page with data and prerender: false is rendered on request', async () => {
  expect(existsSync(join(dist, 'lager.html')), 'dist/ has lager.html').toBe(false)
  vi.stubGlobal('sources', { stock: () => ['Eiche'] })
  expect(String((await request(`${prerendered.url}/lager`)).body)).toContain('<p>Eiche</p>')
})

test('a file in dist/ isn’t served as a page that wasn’t prerendered', async () => {
  const folder = distWithout(ORIGIN)
  mkdirSync(join(folder, 'jobs'))
  writeFileSync(join(folder, 'jobs/archive.html'), 'Esche')
  const page: ValuePage = { path: '/jobs/:slug', load: () => ({ data: 'Eiche' }) }
  await using server = await listen(await siteOfValues({ page }, { dist: folder }))
  expect(String((await request(`${server.url}/jobs/archive`)).body)).toContain('Eiche')
})

/** A copy of dist/ that a test may break. */
const copy = mkdtempSync(join(tmpdir(), 'dist-'))
cpSync(dist, copy, {
  recursive: true,
  filter: path => ![join(dist, 'assets'), join(dist, 'og')].includes(path),
})

const refused = async (name: string) =>
  expect(siteOf({ serve: 'static', dist: copy })).rejects.toMatchObject({
    name: 'UserError',
    message: `${join(copy, name)} is missing or empty: run SITE_ORIGIN=https://mueller-u-soehne.example npm run prerender in the project`,
  })

test.each(['stellen.html', 'stellen.json', 'stellen/lagerist.html', 'kurse.json'])(
  'a static server refuses to start if dist/ lacks %s',
  async name => {
    const file = join(copy, name)
    renameSync(file, `${file}-away`)
    onTestFinished(() => renameSync(`${file}-away`, file))
    await refused(name)
  },
)

test('a static server refuses to start if the data of a page in dist/ is empty', async () => {
  const file = join(copy, 'stellen.json')
  const bytes = readFileSync(file)
  writeFileSync(file, '')
  onTestFinished(() => writeFileSync(file, bytes))
  await refused('stellen.json')
})
