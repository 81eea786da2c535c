// SERVE=static: a server that sends prerendered pages, and renders only the ones that dist/ lacks.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { distWithout } from '../../support/dist-without.ts'
import { dist, listen, manifest, siteOf } from '../../support/fixture-site.ts'
import { lasting, request } from '../../support/http.ts'
import { ORIGIN, siteOfValues, type ValuePage } from '../../support/value-site.tsx'

const [script = ''] = manifest.scripts

/** What an error tells the operator to do. */
const CURE = 'run SITE_ORIGIN=https://mueller-u-soehne.example npm run prerender in the project'

const live = await listen(await siteOf())
const prerendered = await listen(await siteOf({ serve: 'static' }))
afterAll(() => Promise.all([live.close(), prerendered.close()]))

test.each([
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/nothing' },
  { method: 'GET', path: '/KONTAKT' },
  { method: 'GET', path: script },
  { method: 'GET', path: '/.well-known/security.txt' },
  { method: 'GET', path: '/Preisliste%20f%C3%BCr%20Gr%C3%B6%C3%9Fen.pdf' },
  { method: 'HEAD', path: '/' },
  { method: 'POST', path: '/' },
])('$method $path gets the same response as from the live server', async ({ method, path }) => {
  const wanted = await request(live.url + path, { method })
  const sent = await request(prerendered.url + path, { method })
  expect(lasting(sent)).toEqual(lasting(wanted))
  expect(sent.body).toBeSameBytes(wanted.body)
})

test.each(['.build.json', '404.html', 'kontakt.html'])(
  '%s, which dist/ has for other hosts, is a 404',
  async name => {
    expect(existsSync(join(dist, name)), `dist/ has ${name}`).toBe(true)
    expect((await request(`${prerendered.url}/${name}`)).status).toBe(404)
  },
)

test('a page is sent compressed', async () => {
  const { headers } = await request(prerendered.url, { headers: { 'Accept-Encoding': 'br' } })
  expect(headers['content-encoding']).toBe('br')
})

test('a page with prerender: false is rendered on request', async () => {
  const folder = distWithout(ORIGIN)
  const page: ValuePage = { path: '/page', prerender: false, Component: () => 'Eiche' }
  await using server = await listen(await siteOfValues({ page }, { dist: folder }))
  const { status, body } = await request(`${server.url}/page`)
  expect(status).toBe(200)
  expect(String(body)).toContain('Eiche')
})

describe('a static server refuses to start if dist/', () => {
  const copy = mkdtempSync(join(tmpdir(), 'dist-'))
  cpSync(dist, copy, {
    recursive: true,
    filter: path => ![join(dist, 'assets'), join(dist, 'og')].includes(path),
  })

  const refused = async (name: string) =>
    expect(siteOf({ serve: 'static', dist: copy })).rejects.toMatchObject({
      name: 'UserError',
      message: `${join(copy, name)} is missing or empty: ${CURE}`,
    })

  test('lacks a page', async () => {
    const file = join(copy, 'kontakt.html')
    renameSync(file, `${file}-away`)
    onTestFinished(() => renameSync(`${file}-away`, file))
    await refused('kontakt.html')
  })

  test.each([
    { name: 'kontakt.html', empty: 'kontakt.html' },
    { name: '404.html', empty: '404.html.gz' },
  ])('has an empty $empty, as after an interrupted copy', async ({ name, empty }) => {
    const file = join(copy, empty)
    const bytes = readFileSync(file)
    writeFileSync(file, '')
    onTestFinished(() => writeFileSync(file, bytes))
    await refused(name)
  })
})

test.each([
  { what: 'has no .build.json', record: undefined, reason: '.build.json is missing or damaged' },
  {
    what: 'is from another build',
    record: { buildId: 'abc', origin: 'https://mueller-u-soehne.example' },
    reason: `is from build abc, not ${manifest.buildId}`,
  },
  {
    what: 'is for another SITE_ORIGIN',
    record: { buildId: manifest.buildId, origin: 'https://two.example' },
    reason: 'is for SITE_ORIGIN=https://two.example, not https://mueller-u-soehne.example',
  },
])('a static server refuses to start if dist/ $what', async ({ record, reason }) => {
  const copy = mkdtempSync(join(tmpdir(), 'dist-'))
  if (record) writeFileSync(join(copy, '.build.json'), JSON.stringify(record))
  await expect(siteOf({ serve: 'static', dist: copy })).rejects.toThrow(`${reason}: ${CURE}`)
})

test('a static server that can’t read .build.json says why', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'dist-'))
  const record = join(copy, '.build.json')
  mkdirSync(record)
  await expect(siteOf({ serve: 'static', dist: copy })).rejects.toMatchObject({
    name: 'UserError',
    message: `${record} can't be read (EISDIR: illegal operation on a directory, read): ${CURE}`,
  })
})
