// The sitemap of a site with pages that only a loader knows, live and in dist/: renderer/build/generated-files has the rest.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { dist, siteOf } from '../../../tests/support/fixture-site.ts'

const live = supertest(await siteOf())

/** Throws where the text is not well-formed. */
const parseXml = (text: string) => new JSDOM(text, { contentType: 'application/xml' }).window.document

const SITE = 'https://mueller-u-soehne.example'

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

test('sitemap.xml has each page once, those that a loader names too, a post with its day, and none with noindex or another canonical address', async () => {
  const { text } = await live.get('/sitemap.xml').expect(200).expect('Content-Type', 'application/xml')
  expect(addressesIn(text)).toEqual([
    `${SITE}/`,
    `${SITE}/anfrage`,
    `${SITE}/angebot`,
    `${SITE}/angebot/abnahme`,
    `${SITE}/angebot/bestandsaufnahme`,
    `${SITE}/blog`,
    `${SITE}/blog/erster-beitrag 2025-11-21`,
    `${SITE}/blog/hof-im-schnee 2026-01-15`,
    `${SITE}/datenschutz`,
    `${SITE}/fr`,
    `${SITE}/fr/emplois`,
    `${SITE}/fr/emplois/constructor`,
    `${SITE}/fr/emplois/lagerist`,
    `${SITE}/fr/emplois/tischlerin`,
    `${SITE}/fr/mentions`,
    `${SITE}/impressum`,
    `${SITE}/in-english`,
    `${SITE}/kontakt`,
    `${SITE}/kurse`,
    `${SITE}/lager`,
    `${SITE}/leistungen`,
    `${SITE}/musterseite`,
    `${SITE}/stellen`,
    `${SITE}/stellen/constructor`,
    `${SITE}/stellen/lagerist`,
    `${SITE}/stellen/tischlerin`,
    `${SITE}/tagessaetze`,
    `${SITE}/ueber-uns/team`,
    `${SITE}/why-react`,
  ])
})

test('sitemap.xml of dist/ leaves out the page with prerender: false, which dist/ lacks, and no other', async () => {
  const { text } = await live.get('/sitemap.xml')
  const left = text.replace(`<url><loc>${SITE}/lager</loc></url>\n`, '')
  expect(left).not.toBe(text)
  expect(readFileSync(join(dist, 'sitemap.xml'))).toBeSameBytes(left)
})

test.each([{ path: '/fr/emplois/tischlerin', lang: 'fr', inGerman: '/stellen/tischlerin' }])(
  'sitemap.xml names $path in each of its languages',
  async ({ path, lang, inGerman }) => {
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
  },
)
