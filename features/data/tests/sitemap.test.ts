// The sitemap of a site with pages that only a loader knows, live and in dist/: renderer/build/generated-files has the rest.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { dist, siteOf, table } from '../../../tests/support/fixture-site.ts'

const live = supertest(await siteOf())

/** Throws where the text is not well-formed. */
const parseXml = (text: string) => new JSDOM(text, { contentType: 'application/xml' }).window.document

const SITE = 'https://mueller-u-soehne.example'

/** The addresses in a sitemap, in the order of the alphabet. */
function addressesIn(text: string): string[] {
  const { documentElement: urls } = parseXml(text)
  expect({ root: urls.localName, namespace: urls.namespaceURI }).toEqual({
    root: 'urlset',
    namespace: 'http://www.sitemaps.org/schemas/sitemap/0.9',
  })
  return Array.from(urls.children, url => url.firstElementChild?.textContent ?? '').sort()
}

test('sitemap.xml has each page of a loader once', async () => {
  const { text } = await live.get('/sitemap.xml').expect(200).expect('Content-Type', 'application/xml')
  const isOfLoader = (address: string) => table.match(new URL(address).pathname)?.route.loader
  expect(addressesIn(text).filter(isOfLoader)).toEqual([
    `${SITE}/fr/emplois`,
    `${SITE}/fr/emplois/constructor`,
    `${SITE}/fr/emplois/lagerist`,
    `${SITE}/fr/emplois/tischlerin`,
    `${SITE}/kurse`,
    `${SITE}/lager`,
    `${SITE}/stellen`,
    `${SITE}/stellen/constructor`,
    `${SITE}/stellen/lagerist`,
    `${SITE}/stellen/tischlerin`,
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
