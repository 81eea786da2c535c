// What search engines are told of pages that only a loader knows, live and in dist/.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { ask } from '../../../tests/support/ask.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import { dist, listen, siteOf, table } from '../../../tests/support/fixture-site.ts'
import { seo } from '../../seo/server.ts'
import { alternatesIn } from '../../seo/tests/support/alternates.ts'
import { siteOfValues } from './support/value-site.tsx'

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

test('SERVE=static sends the sitemap of dist/', async () => {
  const { text } = await supertest(await siteOf({ serve: 'static' }))
    .get('/sitemap.xml')
    .expect(200)
  expect(readFileSync(join(dist, 'sitemap.xml'))).toBeSameBytes(text)
})

test.each(['live', 'static'] as const)(
  'the linked data of a loader is in the head of its page, and not in its JSON: %s',
  async serve => {
    const agent = supertest(await siteOf({ serve }))
    const { text } = await agent.get('/stellen/lagerist').expect(200)
    const data = documentOf(text).querySelector('head script[type="application/ld+json"]')?.textContent ?? ''
    expect(JSON.parse(data)).toEqual({
      '@context': 'https://schema.org',
      '@graph': [{ '@type': 'JobPosting', title: 'Lagerist' }],
    })
    const json = (await agent.get('/stellen/lagerist.json')).text
    expect(json).not.toContain('JobPosting')
  },
)

test('the linked data of a loader takes the place of what the route says', async () => {
  const load = () => ({ data: 1, head: { jsonLd: [{ '@type': 'Event' }] } })
  const page = { path: '/page', jsonLd: { '@type': 'Course' }, load } as const
  await using server = await listen(await siteOfValues({ page }, { features: [seo] }))
  const document = documentOf((await ask(`${server.url}/page`)).body)
  expect(document.querySelector('script[type="application/ld+json"]')?.textContent).toBe(
    '{"@context":"https://schema.org","@graph":[{"@type":"Event"}]}',
  )
})

test.each(['/stellen/tischlerin', '/fr/emplois/tischlerin'])(
  '%s names its address in both languages, and that in German for all others',
  async path => {
    const { text } = await live.get(path).expect(200)
    const links = Array.from(documentOf(text).querySelectorAll('link[hreflang]'), link =>
      [link.getAttribute('hreflang'), link.getAttribute('href')].join(' '),
    )
    expect(links).toEqual([
      `de ${SITE}/stellen/tischlerin`,
      `fr ${SITE}/fr/emplois/tischlerin`,
      `x-default ${SITE}/stellen/tischlerin`,
    ])
  },
)

test('a translation that search engines are not to list is known by what its loader says of one address', async () => {
  const load = ({ params }: { params: Readonly<Record<string, string>> }) => ({
    data: 1,
    head: { noindex: params.slug === 'closed' },
  })
  const paths = () => []
  const pages = {
    job: { path: '/jobs/:slug', load, paths },
    fr: { path: '/fr', home: 'fr' },
    emploi: { path: '/fr/emplois/:slug', load, paths, translates: 'job' },
  } as const
  const site = await siteOfValues(pages, { features: [seo] })
  expect(await alternatesIn(site, ['/jobs/open', '/jobs/closed'])).toEqual({
    '/jobs/open': { head: ['en', 'fr', 'x-default'], sitemap: false },
    '/jobs/closed': { head: [], sitemap: false },
  })
})
