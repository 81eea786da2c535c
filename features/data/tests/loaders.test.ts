// What a loader may return, and how the server responds: a page, its data, another status, a 404, a redirect, or a 500
// whose reason is logged. loader-redirects.test.ts and slow-loaders.test.ts cover more.
import { createElement } from 'react'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { listen, origin, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'
import type { AnyLoader } from '../load-data.ts'
import { type LoadRequest, notFound, redirect } from '../site.ts'
import { siteOfValues, type ValuePage } from './support/value-site.tsx'

const { log, lines, linesOf } = createLogLines()

/** A site with a page at /page and this loader. */
const serve = async (load: AnyLoader['load'], route: Partial<ValuePage> = {}) =>
  listen(await siteOfValues({ page: { path: '/page', load, ...route } }, { log }))

/** A page's title and description, the data that its component shows, and the embedded data that the browser reads. */
function shown(html: Buffer) {
  const document = documentOf(html)
  const embedded = document.querySelector('#page-data')
  return {
    title: document.title,
    description: document.querySelector('meta[name=description]')?.getAttribute('content'),
    data: JSON.parse(document.querySelector('pre')?.textContent ?? 'null'),
    embedded: JSON.parse(embedded?.textContent ?? 'null'),
    isLast: embedded?.nextSibling === null && embedded.parentElement === document.body,
  }
}

test('a page with data calls its source for each request, with the query, and has a weak ETag', async () => {
  const urls: string[] = []
  const jobs = ({ href }: URL) => [`Schreiner ${urls.push(href)}`]
  vi.stubGlobal('sources', { jobs })
  await using server = await listen(await siteOf())
  const url = `${server.url}/stellen?ort=Bonn`
  const { headers, body } = await request(url)
  expect(String(body)).toMatch(/Stellen Bonn.*<p>Schreiner 1<\/p>/s)
  expect(headers).toMatchObject({ etag: expect.stringMatching(/^W\//), 'cache-control': 'private, no-cache' })
  await request(url)
  expect(urls).toEqual(Array(2).fill(`${origin}/stellen?ort=Bonn`))
})

test('data is rendered, and embedded once as JSON with its head at the end of the body', async () => {
  await using server = await serve(() => ({ data: { places: ['Bonn', 'Köln'], left: null } }))
  const { status, body } = await request(`${server.url}/page?a=1&b=2`)
  expect(status).toBe(200)
  expect(shown(body)).toEqual({
    title: 'The page page | Firm & Co',
    description: 'What it shows.',
    data: { places: ['Bonn', 'Köln'], left: null },
    embedded: {
      buildId: expect.stringMatching(/^[\w-]+$/),
      query: '?a=1&b=2',
      head: { path: '/page', title: 'The page page | Firm & Co', lang: 'en' },
      data: { places: ['Bonn', 'Köln'], left: null },
    },
    isLast: true,
  })
  expect(String(body).match(/id="page-data"/g)).toHaveLength(1)
})

test('a loader’s title and description override the route’s in the page, and its title in the JSON', async () => {
  const head = { title: 'A <b>job</b>', description: 'Another "word".' }
  await using server = await serve(() => ({ data: 1, head }))
  expect(shown((await request(`${server.url}/page`)).body)).toMatchObject({
    title: 'A <b>job</b> | Firm & Co',
    description: 'Another "word".',
    embedded: { head: { path: '/page', title: 'A <b>job</b> | Firm & Co' } },
  })
})

test.each([
  { what: 'a page', route: {} },
  { what: 'a page with revalidate', route: { revalidate: 60 } },
])('a status applies to $what and to its JSON, with no-store', async ({ route }) => {
  await using server = await serve(() => ({ data: 'gone', status: 410 }), route)
  for (const path of ['/page', '/page.json']) {
    const { status, headers } = await request(server.url + path)
    expect({ path, status, cache: headers['cache-control'] }).toEqual({
      path,
      status: 410,
      cache: 'no-store',
    })
  }
})

test('notFound() responds with the site’s 404 page, and a short 404 for its data', async () => {
  await using server = await serve(() => notFound())
  const page = await request(`${server.url}/page`)
  expect({ status: page.status, cache: page.headers['cache-control'] }).toEqual({
    status: 404,
    cache: 'no-store',
  })
  expect(String(page.body)).toContain('<h1>Not found</h1>')
  const data = await request(`${server.url}/page.json`)
  expect({ status: data.status, body: String(data.body) }).toEqual({ status: 404, body: 'Not found\n' })
})

const nothing = 'must return { data }, notFound() or redirect(to)'
const uncarried = "the loader's data can't be sent as JSON"

test.each<{ what: string; load: AnyLoader['load']; message: string }>([
  { what: 'nothing', load: () => undefined, message: nothing },
  { what: 'only a head', load: () => ({ head: {} }), message: nothing },
  {
    what: 'no data',
    load: () => ({ data: undefined }),
    message: `${uncarried}, because its type is undefined`,
  },
  {
    what: 'a function',
    load: () => ({ data: () => 1 }),
    message: `${uncarried}, because its type is function`,
  },
  {
    what: 'a rejection',
    load: () => Promise.reject(new Error('the secret', { cause: new Error('the source') })),
    message: 'the secret',
  },
])(
  'a loader causes a 500 for page and data, with the reason in the log, by returning $what',
  async ({ load, message }) => {
    await using server = await serve(load)
    for (const path of ['/page', '/page.json']) {
      const { status, headers, body } = await request(server.url + path)
      const cache = headers['cache-control']
      expect({ path, status, cache }).toEqual({ path, status: 500, cache: 'no-store' })
      expect(String(body)).toContain('It went wrong.')
      expect(String(body)).not.toContain('secret')
      expect(await linesOf(headers['x-request-id'])).toMatchObject([
        { level: 50, path, err: { message: expect.stringContaining(message) } },
        { level: 30, status: 500 },
      ])
    }
    expect(lines.filter(({ level }) => level === 40)).toEqual([])
  },
)

test('the reason why data can’t be sent as JSON is logged as the cause of the error', async () => {
  await using server = await serve(() => ({ data: { n: 1n } }))
  const { status, headers } = await request(`${server.url}/page`)
  expect(status).toBe(500)
  const cause = { type: 'TypeError', message: expect.stringContaining('BigInt') }
  const [error] = await linesOf(headers['x-request-id'])
  expect(error).toMatchObject({ err: { message: `/page: ${uncarried}`, cause } })
})

test('data can’t break out of the page, and is the same in the page and in its JSON', async () => {
  const all = {
    script: 'a</script><script>alert(1)</script>',
    comment: '<!--<script>',
    separators: 'a\u2028b\u2029c',
    signs: 'Größe "L" & \'XL\' \\ 😀 \u0000 $& $1',
    half: '\ud83d',
    prototype: JSON.parse('{"__proto__":{"admin":true},"constructor":{"x":1}}'),
  }
  await using server = await serve(() => ({ data: all }))
  const page = await request(`${server.url}/page`)
  const { data, embedded, isLast } = shown(page.body)
  const json = JSON.parse(String((await request(`${server.url}/page.json`)).body))
  for (const carried of [data, embedded.data, json.data])
    expect(JSON.stringify(carried)).toBe(JSON.stringify(all))
  expect(Object.prototype).not.toHaveProperty('admin')
  const document = documentOf(page.body)
  const injected = [...document.scripts].filter(({ textContent }) => textContent === 'alert(1)')
  expect({ isLast, mains: document.querySelectorAll('main').length, injected: injected.length }).toEqual({
    isLast: true,
    mains: 1,
    injected: 0,
  })
})

test('a component gets its data as JSON carries it: a Date is a string, and undefined is omitted', async () => {
  const day = new Date('2026-11-21T00:00:00Z')
  await using server = await serve(() => ({ data: { day, none: undefined, not: Number.NaN } }))
  const { data, embedded } = shown((await request(`${server.url}/page`)).body)
  expect(data).toEqual({ day: '2026-11-21T00:00:00.000Z', not: null })
  expect(embedded.data).toEqual(data)
})

test('a loader gets only params, a signal and a URL with the site’s origin, nothing about the visitor', async () => {
  const requests: LoadRequest[] = []
  const load: AnyLoader['load'] = request => ({ data: requests.push(request) })
  await using server = await serve(load, { path: '/jobs/:year/:slug' })
  const headers = { Host: 'evil.example', Cookie: 'a=b', 'X-Forwarded-Host': 'evil.example' }
  await request(`${server.url}/jobs/2026/mason?a=%20b`, { headers })
  expect(requests.map(request => Object.keys(request).sort())).toEqual([['params', 'signal', 'url']])
  expect({ ...requests[0]?.params }).toEqual({ year: '2026', slug: 'mason' })
  expect(requests[0]?.url.href).toBe('https://firm.example/jobs/2026/mason?a=%20b')
})

test('a loader that modifies its URL doesn’t change its page', async () => {
  await using server = await serve(({ url }) => {
    url.pathname = '/other'
    url.search = '?b'
    return { data: 1 }
  })
  const { status, body } = await request(`${server.url}/page?a`)
  expect({ status, ...shown(body).embedded }).toMatchObject({
    status: 200,
    head: { path: '/page' },
    query: '?a',
  })
})

test('a loader’s title for the home page comes after the company’s name', async () => {
  await using server = await serve(() => ({ data: 1, head: { title: 'A job' } }), { path: '/' })
  expect(shown((await request(server.url)).body)).toMatchObject({
    title: 'Firm & Co: A job',
  })
})

test('a loader can’t modify the params of a path without params', async () => {
  const load: AnyLoader['load'] = ({ params }) => ({ data: Reflect.set(params, 'visitor', 'Ada') })
  await using server = await serve(load)
  expect(shown((await request(`${server.url}/page`)).body).data).toBe(false)
})

test('a </body> in a page’s own HTML doesn’t misplace its data', async () => {
  const html = '<!-- </head></body> -->'
  // biome-ignore lint/security/noDangerouslySetInnerHtml: A site may do it.
  const Component = () => createElement('div', { dangerouslySetInnerHTML: { __html: html } })
  await using server = await serve(() => ({ data: 1 }), { Component })
  const { body } = await request(`${server.url}/page`)
  expect(String(body)).toContain(`<div>${html}</div>`)
  expect(shown(body)).toMatchObject({ embedded: { data: 1 }, isLast: true })
})

test.each([
  { what: 'a page', route: {}, search: '?a=1' },
  {
    what: 'a page with revalidate, which is the same for every query',
    route: { revalidate: 60 },
    search: '',
  },
])('useLocation() in $what has the query "$search"', async ({ route, search }) => {
  const Component = () => createElement('output', {}, useLocation().search)
  await using server = await serve(() => ({ data: 1 }), { ...route, Component })
  const document = documentOf((await request(`${server.url}/page?a=1`)).body)
  expect(document.querySelector('output')?.textContent).toBe(search)
})

test('useLocation() in the 404 page is /404, as in 404.html, whatever the request', async () => {
  await using server = await listen(await siteOfValues({ page: { path: '/page' } }, { log }))
  const { body } = await request(`${server.url}/nowhere?a=1`)
  expect(documentOf(body).querySelector('output')?.textContent).toBe('/404')
})

test.each([
  { what: 'notFound()', thrown: () => notFound(), cure: 'notFound(): write return notFound()' },
  { what: 'redirect()', thrown: () => redirect('/'), cure: 'redirect(): write return redirect(to)' },
  {
    what: 'a Response',
    thrown: () => new Response(),
    cure: 'a Response: return { data, status }, notFound() or redirect(to)',
  },
])('a loader that throws $what causes a 500, and the log says what to write', async ({ thrown, cure }) => {
  await using server = await serve(() => {
    throw thrown()
  })
  const { status, headers } = await request(`${server.url}/page`)
  expect(status).toBe(500)
  const message = `/page: loaders.page in server/site/loaders.ts throws ${cure}`
  expect(await linesOf(headers['x-request-id'])).toMatchObject([{ level: 50, err: { message } }, {}])
})
