// robots.txt and sitemap.xml.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { coreRoutes, dist, listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { siteOfValues } from '../../../tests/support/value-site.tsx'
import { seo } from '../server.ts'
import { sitemap } from '../sitemap.ts'
import { addressesIn, SITE } from './support/parse.ts'

const live = supertest(await siteOf())

test('robots.txt allows everything and links the sitemap, live and in dist/', async () => {
  const { text } = await live
    .get('/robots.txt')
    .expect(200)
    .expect('Content-Type', 'text/plain; charset=utf-8')
  expect(text).toBe(`User-agent: *
Allow: /

Sitemap: https://mueller-u-soehne.example/sitemap.xml
`)
  expect(readFileSync(join(dist, 'robots.txt'), 'utf8')).toBe(text)
})

test('sitemap.xml lists each page once, but none with noindex or another canonical address', async () => {
  const { text } = await live.get('/sitemap.xml').expect(200).expect('Content-Type', 'application/xml')
  const paths = coreRoutes.map(({ path }) => path)
  const found = addressesIn(text).filter(address => paths.includes(new URL(address).pathname as '/'))
  expect(found).toEqual([
    `${SITE}/`,
    `${SITE}/anfrage`,
    `${SITE}/datenschutz`,
    `${SITE}/impressum`,
    `${SITE}/in-english`,
    `${SITE}/kontakt`,
    `${SITE}/leistungen`,
    `${SITE}/musterseite`,
    `${SITE}/tagessaetze`,
    `${SITE}/ueber-uns/team`,
    `${SITE}/why-react`,
  ])
})

test('sitemap.xml of a site in one language has only <loc> and <lastmod>', async () => {
  expect(
    sitemap(
      [
        { path: '/', alternates: [] },
        { path: '/a', date: '2026-11-21', alternates: [] },
      ],
      'https://firm.example',
    ),
  ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://firm.example/</loc></url>
<url><loc>https://firm.example/a</loc><lastmod>2026-11-21</lastmod></url>
</urlset>
`)
})

test('a site without dynamic pages serves both files with revalidation, and responds to a POST with 405', async () => {
  await using server = await listen(await siteOfValues({ home: { path: '/' } }, { features: [seo] }))
  for (const file of ['/robots.txt', '/sitemap.xml']) {
    const { status, headers, body } = await request(server.url + file)
    const again = await request(server.url + file, { headers: { 'If-None-Match': headers.etag ?? '' } })
    const post = await request(server.url + file, { method: 'POST' })
    expect({ status, cache: headers['cache-control'], again: again.status, post: post.status }).toEqual({
      status: 200,
      cache: 'no-cache',
      again: 304,
      post: 405,
    })
    expect(String(body)).toContain('https://firm.example/')
  }
})

test.each(['/', '/in-english', '/impressum', '/robots.txt', '/sitemap.xml'])(
  'SITE_ORIGIN replaces every origin in %s',
  async path => {
    const site = supertest(await siteOf({ origin: 'https://two.example' }))
    const { text } = await site.get(path).expect(200)
    const origins = text.match(/https:\/\/(two|mueller-u-soehne)\.example/g)
    expect([...new Set(origins)]).toEqual(['https://two.example'])
  },
)
