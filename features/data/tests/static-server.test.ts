// SERVE=static with pages with data: server/http/static-server has the rest.
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { distWithout } from '../../../tests/support/dist-without.ts'
import { dist, listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { ORIGIN, siteOfValues, type ValuePage } from './support/value-site.tsx'

test('a file in dist/ isn’t served as a page that wasn’t prerendered', async () => {
  const folder = distWithout(ORIGIN)
  mkdirSync(join(folder, 'jobs'))
  writeFileSync(join(folder, 'jobs/archive.html'), 'Esche')
  const page: ValuePage = { path: '/jobs/:slug', load: () => ({ data: 'Eiche' }) }
  await using server = await listen(await siteOfValues({ page }, { dist: folder }))
  expect(String((await request(`${server.url}/jobs/archive`)).body)).toContain('Eiche')
})

test('a static server refuses to start if dist/ lacks the data of a page', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'dist-'))
  const left = ['stellen.json', 'assets', 'og'].map(name => join(dist, name))
  cpSync(dist, copy, { recursive: true, filter: path => !left.includes(path) })
  await expect(siteOf({ serve: 'static', dist: copy })).rejects.toMatchObject({
    name: 'UserError',
    message: `${join(copy, 'stellen.json')} is missing or empty: run SITE_ORIGIN=https://mueller-u-soehne.example npm run prerender in the project`,
  })
})

test('an endpoint, not a prerendered page with a loader, responds, as in live mode', async () => {
  const endpoints: typeof testEndpoints = app => app.get(/./, (_req, res) => void res.send('endpoint'))
  vi.stubGlobal('testEndpoints', endpoints)
  for (const serve of ['live', 'static'] as const) {
    await using server = await listen(await siteOf({ serve }))
    for (const path of ['/stellen', '/stellen.json'])
      expect({ serve, path, body: String((await request(server.url + path)).body) }).toEqual({
        serve,
        path,
        body: 'endpoint',
      })
  }
})
