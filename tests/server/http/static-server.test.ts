// SERVE=static: a server that sends prerendered pages, and renders only the ones that dist/ lacks.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { distWithout } from '../../support/dist-without.ts'
import { dist, listen, manifest, siteOf } from '../../support/fixture-site.ts'
import { type Reply, request } from '../../support/http.ts'
import { ORIGIN, siteOfValues, type ValuePage } from '../../support/value-site.tsx'

const [script = ''] = manifest.scripts

const live = await listen(await siteOf())
const prerendered = await listen(await siteOf({ serve: 'static' }))
afterAll(() => Promise.all([live.close(), prerendered.close()]))

/** The part of a response that doesn't change from request to request. */
const lasting = ({ status, headers }: Reply) => {
  const { date, 'x-request-id': id, ...rest } = headers
  return { status, headers: rest }
}

const paths = [
  ...['/', '/impressum', '/nothing', '/KONTAKT', script, '/assets/gone.js', '/healthz'],
  ...['/.well-known/security.txt', '/google123.html', '/Preisliste%20f%C3%BCr%20Gr%C3%B6%C3%9Fen.pdf'],
]
describe.each(['GET', 'HEAD', 'POST'])('%s', method => {
  test.each(paths)('%s gets the same response as from the live server', async path => {
    const [wanted, sent] = [
      await request(live.url + path, { method }),
      await request(prerendered.url + path, { method }),
    ]
    expect(lasting(sent)).toEqual(lasting(wanted))
    expect(sent.body).toBeSameBytes(wanted.body)
  })
})

test.each([
  ...['.build.json', '404.html'],
  ...['index.html', 'kontakt.html', 'kontakt.html.br', 'impressum.html.gz'],
])('%s, which dist/ has for other hosts, is a 404', async name => {
  expect(existsSync(join(dist, name)), `dist/ has ${name}`).toBe(true)
  expect((await request(`${prerendered.url}/${name}`)).status).toBe(404)
})

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
      message: `${join(copy, name)} is missing or empty: run SITE_ORIGIN=https://mueller-u-soehne.example npm run prerender in the project`,
    })

  test.each(['kontakt.html', 'anfrage/gesendet.html'])('lacks %s', async name => {
    const file = join(copy, name)
    renameSync(file, `${file}-away`)
    onTestFinished(() => renameSync(`${file}-away`, file))
    await refused(name)
  })

  test.each([
    { name: 'kontakt.html', empty: 'kontakt.html' },
    { name: 'kontakt.html', empty: 'kontakt.html.br' },
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
  {
    what: 'has no .build.json',
    record: undefined,
    reason:
      /\.build\.json is missing or damaged: run SITE_ORIGIN=https:\/\/mueller-u-soehne\.example npm run prerender in the project$/,
  },
  {
    what: 'is from another build',
    record: { buildId: 'abc', origin: 'https://mueller-u-soehne.example' },
    reason:
      /is from build abc, not [\w-]+: run SITE_ORIGIN=https:\/\/mueller-u-soehne\.example npm run prerender in the project$/,
  },
  {
    what: 'is for another SITE_ORIGIN',
    record: { buildId: manifest.buildId, origin: 'https://two.example' },
    reason:
      /is for SITE_ORIGIN=https:\/\/two\.example, not https:\/\/mueller-u-soehne\.example: run SITE_ORIGIN=https:\/\/mueller-u-soehne\.example npm run prerender in the project$/,
  },
])('a static server refuses to start if dist/ $what', async ({ record, reason }) => {
  const copy = mkdtempSync(join(tmpdir(), 'dist-'))
  if (record) writeFileSync(join(copy, '.build.json'), JSON.stringify(record))
  await expect(siteOf({ serve: 'static', dist: copy })).rejects.toThrow(reason)
})

test('a static server that can’t read .build.json says why', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'dist-'))
  const record = join(copy, '.build.json')
  mkdirSync(record)
  await expect(siteOf({ serve: 'static', dist: copy })).rejects.toMatchObject({
    name: 'UserError',
    message: `${record} can't be read (EISDIR: illegal operation on a directory, read): run SITE_ORIGIN=https://mueller-u-soehne.example npm run prerender in the project`,
  })
})
