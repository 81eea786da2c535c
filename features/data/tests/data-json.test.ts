// The data of a page as JSON, at <path>.json, for navigations in the browser: it shares the page's load. compression.test.ts
// covers how it's compressed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { build, dist, listen, manifest, siteOf } from '../../../tests/support/fixture-site.ts'
import { request, requestAtOnce } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'
import { ORIGIN, siteOfValues } from './support/value-site.tsx'

const { log } = createLogLines()
const { buildId } = manifest

const live = await listen(await siteOf())
afterAll(() => live.close())

const jobs = {
  buildId,
  query: '',
  head: {
    path: '/stellen',
    title: `Stellen | Müller & Söhne "D'r <Hof>"`,
    lang: 'de',
  },
  data: { place: 'überall', jobs: ['Tischlerin', 'Lagerist'] },
}
const courses = {
  buildId,
  head: {
    path: '/kurse',
    title: `Kurse | Müller & Söhne "D'r <Hof>"`,
    lang: 'de',
  },
  data: ['Hobeln', 'Zinken'],
}
/** The JSON embedded in a page. */
const embeddedIn = (html: Buffer): unknown =>
  JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(String(html))?.[1] ?? '')

test.each([
  { path: '/stellen', data: jobs },
  { path: '/kurse', data: courses },
])('the data of $path at its own address is the same as in the page', async ({ path, data }) => {
  const { status, body } = await request(`${live.url}${path}.json`)
  expect({ status, page: JSON.parse(String(body)) }).toMatchObject({ status: 200, page: data })
  expect(embeddedIn((await request(live.url + path)).body)).toEqual(JSON.parse(String(body)))
})

test.each([
  { what: 'of a page without a loader', path: '/leistungen.json' },
  { what: 'of a missing page', path: '/nichts.json' },
  { what: 'of a page that its loader doesn’t find', path: '/stellen/pilot.json' },
  { what: 'in capital letters', path: '/STELLEN.json' },
  { what: 'of a path with a trailing slash', path: '/stellen/.json' },
])('the data $what is a 404: $path', async ({ path }) => {
  const { status, headers } = await request(live.url + path)
  expect({ status, cache: headers['cache-control'] }).toEqual({ status: 404, cache: 'no-store' })
})

test.each([
  { what: 'the data of a page that redirects', path: '/stellen/zimmerer.json' },
  { what: 'the data of a missing page', path: '/stellen/keine.json' },
])('$what is sent with X-Robots-Tag: noindex', async ({ path }) => {
  expect((await request(live.url + path)).headers['x-robots-tag']).toBe('noindex')
})

test('the JSON in a page and at its own address is the same for the same query', async () => {
  for (const query of ['?ort=Bonn', '?ort=K%C3%B6ln&x=%20', '?']) {
    const html = await request(`${live.url}/stellen${query}`)
    const json = await request(`${live.url}/stellen.json${query}`)
    expect(embeddedIn(html.body)).toEqual(JSON.parse(String(json.body)))
  }
  const { body } = await request(`${live.url}/stellen.json?ort=Bonn`)
  expect(JSON.parse(String(body))).toMatchObject({ query: '?ort=Bonn', data: { place: 'Bonn' } })
})

test('eight concurrent requests with different queries each get their own page or data', async () => {
  const answers = new Map<string, () => void>()
  const jobs = (url: URL) =>
    new Promise(resolve => {
      const place = url.searchParams.get('ort') ?? ''
      answers.set(place, () => resolve([`Arbeit in ${place}`]))
    })
  vi.stubGlobal('sources', { jobs })
  const addresses = Array.from(
    { length: 8 },
    (_, n) => `${live.url}${n % 2 ? '/stellen.json' : '/stellen'}?ort=Ort-${n}`,
  )
  const replies = await requestAtOnce(addresses)
  const visits = replies.map(async (reply, n) => {
    const { status, body } = await reply
    const found = [...new Set(String(body).match(/Ort-\d+/g))]
    return { n, status, found }
  })
  await expect.poll(() => answers.size).toBe(8)
  for (const answer of [...answers.values()].reverse()) answer()
  const expected = Array.from({ length: 8 }, (_, n) => ({ n, status: 200, found: [`Ort-${n}`] }))
  expect(await Promise.all(visits)).toEqual(expected)
})

test('a page with revalidate has no query in its JSON, whatever query the first visitor sent', async () => {
  await using server = await listen(await siteOf())
  const page = await request(`${server.url}/kurse?a=1`)
  const { body } = await request(`${server.url}/kurse.json?b=2`)
  for (const data of [embeddedIn(page.body), JSON.parse(String(body))]) {
    expect(data).not.toHaveProperty('query')
    expect(JSON.stringify(data)).not.toMatch(/a=1|b=2/)
  }
})

test('the data of a home page is only at /index.json', async () => {
  const urls: string[] = []
  const home = { path: '/', load: ({ url }: { url: URL }) => ({ data: urls.push(url.href) }) } as const
  await using server = await listen(await siteOfValues({ home }, { log }))
  const { status, body } = await request(`${server.url}/index.json?a=1`)
  expect({ status, page: JSON.parse(String(body)) }).toMatchObject({
    status: 200,
    page: { query: '?a=1', head: { path: '/' }, data: 1 },
  })
  expect(urls).toEqual([`${ORIGIN}/?a=1`])
  for (const path of ['/.json', '//.json', '/index'])
    expect({ path, status: (await request(server.url + path)).status }).toEqual({ path, status: 404 })
})

describe('in dist/', () => {
  test('the data of a page is beside it, byte for byte as the live server sends it', async () => {
    for (const name of ['stellen', 'stellen/tischlerin', 'stellen/constructor', 'kurse']) {
      const { body } = await request(`${live.url}/${name}.json`)
      expect(readFileSync(join(dist, `${name}.json`)), name).toBeSameBytes(body)
    }
  })

  test('the data of a page is also there compressed', () => {
    for (const name of ['stellen', 'stellen/tischlerin', 'stellen/constructor']) {
      const read = (extension: string) => readFileSync(join(dist, `${name}.json${extension}`))
      expect(brotliDecompressSync(read('.br')), name).toBeSameBytes(read(''))
      expect(gunzipSync(read('.gz')), name).toBeSameBytes(read(''))
    }
  })

  test('only prerendered pages with a loader have data', () => {
    const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map(name =>
      name.replaceAll('\\', '/'),
    )
    const own = ['.well-known/lager.json', 'inventar.json', '.build.json']
    expect(
      names.filter(name => name.endsWith('.json') && !own.includes(name) && !name.startsWith('fr/')).sort(),
    ).toEqual([
      'kurse.json',
      'stellen.json',
      'stellen/constructor.json',
      'stellen/lagerist.json',
      'stellen/tischlerin.json',
    ])
  })
})

test('a secret in a loader’s module is in no file of dist/ or build/public/', () => {
  const secret = 'geheim-3f9c1d7b'
  expect(readFileSync(join(build, 'program.js'), 'utf8')).toContain(secret)
  for (const folder of [join(build, 'public'), dist]) {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter(entry => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    expect(files.length).toBeGreaterThan(50)
    const telling = files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter(file => readFileSync(file).includes(secret))
    expect(telling).toEqual([])
  }
})
