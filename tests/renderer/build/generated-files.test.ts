// What is generated from the route table and the company's facts: robots.txt, sitemap.xml and security.txt.
// prerendered-paths.test.ts has the pages that only a loader knows.
import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { JSDOM } from 'jsdom'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { sitemap } from '../../../server/metadata/sitemap.ts'
import { generatedFiles } from '../../support/engine.ts'
import { build, coreRoutes, dist, siteOf } from '../../support/fixture-site.ts'
import { tableOf } from '../../support/routes.ts'
import { site } from '../../support/site.tsx'

const live = supertest(await siteOf())

/** A folder build/ without a public file. */
function newBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  cpSync(build, folder, { recursive: true, filter: path => dirname(path) !== join(build, 'public') })
  return folder
}

/** Throws where the text is not well-formed. */
const parseXml = (text: string) => new JSDOM(text, { contentType: 'application/xml' }).window.document

const SITE = 'https://mueller-u-soehne.example'

const SECURITY = '.well-known/security.txt'

/** The fixture brings a security.txt of its own, and an icon of one pixel. */
const ownSecurity = `Contact: mailto:sicherheit@mueller-u-soehne.example
Expires: 2027-06-30T00:00:00Z
`
const ownIcon =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAMAAAAoyzS7AAAAA1BMVEUQelAF514iAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAACklEQVQImWNgAAAAAgAB9HFkpgAAAABJRU5ErkJggg=='

test('robots.txt allows everything, and names the sitemap', async () => {
  const { text } = await live
    .get('/robots.txt')
    .expect(200)
    .expect('Content-Type', 'text/plain; charset=utf-8')
  expect(text).toBe(`User-agent: *
Allow: /

Sitemap: https://mueller-u-soehne.example/sitemap.xml
`)
})

test('security.txt is as RFC 9116 wants it, and is valid for less than a year', async () => {
  const withoutFiles = newBuild()
  const server = supertest(await siteOf({ build: withoutFiles }))
  const { text } = await server
    .get(`/${SECURITY}`)
    .expect(200)
    .expect('Content-Type', 'text/plain; charset=utf-8')
  // The fixture is built on 2026-11-01.
  expect(text).toBe(`Contact: mailto:warenwirtschaft@mueller-u-soehne.example
Expires: 2027-10-01T00:00:00Z
Preferred-Languages: de
Canonical: https://mueller-u-soehne.example/.well-known/security.txt
`)
})

test('security.txt of a company whose language is English prefers English', () => {
  const { company } = site
  const files = generatedFiles({
    table: tableOf([]),
    company,
    origin: company.origin,
    buildDay: '2026-11-01',
  })
  expect(files[SECURITY]).toContain('\nPreferred-Languages: en\n')
})

test('a text of shared/site/public/ replaces a generated one, live and in dist/', async () => {
  const { text } = await live
    .get(`/${SECURITY}`)
    .expect(200)
    .expect('Content-Type', 'text/plain; charset=utf-8')
  expect(text).toBe(ownSecurity)
  expect(readFileSync(join(dist, SECURITY), 'utf8')).toBe(ownSecurity)
})

test('an icon of shared/site/public/ replaces the one that is drawn, live and in dist/', async () => {
  const { body } = await live
    .get('/favicon.ico')
    .expect(200)
    .expect('Content-Type', 'image/vnd.microsoft.icon')
  expect(body.toString('base64')).toBe(ownIcon)
  expect(readFileSync(join(dist, 'favicon.ico'), 'base64')).toBe(ownIcon)
})

/** The addresses in a sitemap, each with its day if it has one, in the order of the alphabet. */
function addressesIn(text: string): string[] {
  const { documentElement: urls } = parseXml(text)
  expect({ root: urls.localName, namespace: urls.namespaceURI }).toEqual({
    root: 'urlset',
    namespace: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  })
  const textsOf = (url: Element) => Array.from(url.children, child => child.textContent).filter(Boolean)
  return Array.from(urls.children, url => textsOf(url).join(' ')).sort()
}

test('sitemap.xml has each page once, and none with noindex or another canonical address', async () => {
  const { text } = await live.get('/sitemap.xml').expect(200).expect('Content-Type', 'application/xml')
  const paths = coreRoutes.map(({ path }) => path)
  const found = addressesIn(text).filter(address => paths.includes(new URL(address).pathname as '/'))
  expect(found).toEqual([
    `${SITE}/`,
    `${SITE}/anfrage`,
    `${SITE}/datenschutz`,
    `${SITE}/fr`,
    `${SITE}/fr/mentions`,
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

test.each([
  { path: '/in-english', lang: 'en', inGerman: '/leistungen' },
  { path: '/fr/mentions', lang: 'fr', inGerman: '/impressum' },
])('sitemap.xml names $path in each of its languages', async ({ path, lang, inGerman }) => {
  const { documentElement: urls } = parseXml((await live.get('/sitemap.xml')).text)
  const url = Array.from(urls.children).find(each => each.firstElementChild?.textContent === SITE + path)
  const alternates = Array.from(url?.getElementsByTagNameNS('http://www.w3.org/1999/xhtml', 'link') ?? [])
  const named = alternates.map(link => ({
    hreflang: link.getAttribute('hreflang'),
    href: link.getAttribute('href'),
  }))
  expect(named).toEqual([
    { hreflang: 'de', href: SITE + inGerman },
    { hreflang: lang, href: SITE + path },
    { hreflang: 'x-default', href: SITE + inGerman },
  ])
})

test('sitemap.xml of a site in one language is no more than the protocol wants', async () => {
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
