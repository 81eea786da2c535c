// What the head of a page says to search engines alone: its languages (hreflang), and linked data (https://schema.org).
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../tests/support/ask.ts'
import { listenInBothModes } from '../../../tests/support/both-modes.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import { headOf, type ResolvedRoute } from '../../../tests/support/engine.ts'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { routesWith, tableOf } from '../../../tests/support/routes.ts'
import { site } from '../../../tests/support/site.tsx'
import { siteOfValues as siteOfPages, type ValuePage } from '../../../tests/support/value-site.tsx'
import { jsonLd } from '../json-ld.ts'
import { seo } from '../server.ts'
import { alternatesIn } from './support/alternates.ts'

const siteOfValues = (pages: Record<string, ValuePage>) => siteOfPages(pages, { features: [seo] })
const { modes } = await listenInBothModes()
const live = supertest(await siteOf())

const SITE = 'https://mueller-u-soehne.example'

const linksIn = (html: string | Buffer) =>
  Array.from(documentOf(html).querySelectorAll('head > link[hreflang]'), link =>
    [link.getAttribute('hreflang'), link.getAttribute('href')].join(' '),
  )

/** The linked data of a page. */
function graphIn(html: string | Buffer) {
  const script = documentOf(html).querySelector('head > script[type="application/ld+json"]')
  return JSON.parse(script?.textContent ?? 'null')
}

describe.each(modes)('$mode', ({ server }) => {
  test.each([
    { path: '/', german: '/', lang: 'fr', other: '/fr' },
    { path: '/leistungen', german: '/leistungen', lang: 'en', other: '/in-english' },
    { path: '/in-english', german: '/leistungen', lang: 'en', other: '/in-english' },
    { path: '/impressum', german: '/impressum', lang: 'fr', other: '/fr/mentions' },
  ])(
    '$path names both of its pages, and the German one for all others',
    async ({ path, german, lang, other }) => {
      expect(linksIn((await ask(server.url + path)).body)).toEqual([
        `de ${SITE}${german}`,
        `${lang} ${SITE}${other}`,
        `x-default ${SITE}${german}`,
      ])
    },
  )

  test.each(['/kontakt', '/anfrage/gesendet', '/nichts'])('%s has neither', async path => {
    const { body } = await ask(server.url + path)
    expect({ links: linksIn(body), graph: graphIn(body) }).toEqual({ links: [], graph: null })
  })
})

test('x-default is the version in the language of the company, though another page came first', async () => {
  const pages = { home: { path: '/', translates: 'fr' }, fr: { path: '/fr', home: 'fr' } } as const
  await using server = await listen(await siteOfValues(pages))
  expect(linksIn((await ask(`${server.url}/fr`)).body)).toContain('x-default https://firm.example/')
})

test('a company whose language is English names its pages and itself by it', async () => {
  const fr = { path: '/fr', lang: 'fr', translates: 'home' } as const
  await using server = await listen(await siteOfValues({ home: { path: '/' }, fr }))
  const { body } = await ask(server.url)
  expect({ links: linksIn(body), website: graphIn(body)['@graph'][1].inLanguage }).toEqual({
    links: ['en https://firm.example/', 'fr https://firm.example/fr', 'x-default https://firm.example/'],
    website: 'en',
  })
})

describe('a translation that search engines are not to list', () => {
  const about = { path: '/about' } as const
  const fr = { path: '/fr', home: 'fr' } as const
  const it = { path: '/it', home: 'it' } as const
  const aPropos = { path: '/fr/a-propos', translates: 'about' } as const
  const diNoi = { path: '/it/di-noi', translates: 'about' } as const
  const none = { head: [], sitemap: false }

  test.each([
    { what: 'by noindex', more: { noindex: true } },
    { what: 'by an address of another page', more: { canonical: '/about' } },
    { what: 'by an address of another site', more: { canonical: 'https://other.example/a' } },
  ])('is no alternate of the others, and names none: $what', async ({ more }) => {
    const pages = { home: { path: '/' }, about, fr, it, aPropos: { ...aPropos, ...more }, diNoi } as const
    const both = { head: ['en', 'it', 'x-default'], sitemap: ['en', 'it', 'x-default'] }
    expect(await alternatesIn(await siteOfValues(pages), ['/about', '/fr/a-propos', '/it/di-noi'])).toEqual({
      '/about': both,
      '/fr/a-propos': none,
      '/it/di-noi': both,
    })
  })

  test('leaves a page in one language where it was the only one', async () => {
    const pages = { home: { path: '/' }, about, fr, aPropos: { ...aPropos, noindex: true } } as const
    expect(await alternatesIn(await siteOfValues(pages), ['/about', '/fr/a-propos'])).toEqual({
      '/about': { head: [], sitemap: [] },
      '/fr/a-propos': none,
    })
  })
})

describe('linked data', () => {
  const organization = {
    '@type': 'Organization',
    '@id': `${SITE}/#organization`,
    name: `Müller & Söhne "D'r <Hof>"`,
    url: `${SITE}/`,
  }

  test('of the home page describes the company and the site', async () => {
    expect(graphIn((await live.get('/').expect(200)).text)).toMatchObject({
      '@context': 'https://schema.org',
      '@graph': [
        {
          ...organization,
          description: 'Müller & Söhne aus Köln bauen seit 1974 Warenwirtschaft, die zu Ihrem Lager passt.',
          email: 'warenwirtschaft@mueller-u-soehne.example',
          legalName: 'Müller & Söhne Warenwirtschaft GmbH & Co. KG',
          address: 'Hof 1, 50667 Köln',
        },
        {
          '@type': 'WebSite',
          name: `Müller & Söhne "D'r <Hof>"`,
          url: `${SITE}/`,
          inLanguage: 'de',
          publisher: organization,
        },
      ],
    })
  })

  test('of a page is what its route says', async () => {
    const course = { path: '/course', jsonLd: { '@type': 'Course', name: 'Walls' } } as const
    await using server = await listen(await siteOfValues({ home: { path: '/' }, course }))
    expect(graphIn((await ask(`${server.url}/course`)).body)).toEqual({
      '@context': 'https://schema.org',
      '@graph': [{ '@type': 'Course', name: 'Walls' }],
    })
  })

  test('of a home page says the company in the language of the page, with its telephone', () => {
    const company = { ...site.company, phone: '+353 1 555 0100', address: ['1 Long Street', 'Oldtown'] }
    const words = { ...site.labels, description: 'Ce que fait la maison.', address: ['Oldtown', 'Irlande'] }
    const table = tableOf(routesWith({ home: { path: '/' }, fr: { path: '/fr', home: 'fr' } }), {
      company,
      translations: { fr: words },
    })
    const tagsOf = seo.headTags?.({ table, company, origin: company.origin, pictureOf: () => undefined })
    const organizationAt = (route: ResolvedRoute) => {
      const { path } = route
      const html = tagsOf?.({ route, path, head: headOf(route, path, table), fields: route }) ?? ''
      const [{ telephone, description, address }] = graphIn(`<head>${html}</head>`)['@graph']
      return { telephone, description, address }
    }
    const telephone = '+353 1 555 0100'
    expect(table.routes.map(organizationAt)).toEqual([
      { telephone, description: 'What the firm does.', address: '1 Long Street, Oldtown' },
      { telephone, description: 'Ce que fait la maison.', address: 'Oldtown, Irlande' },
    ])
  })

  test('of a post with another canonical address names that one', () => {
    const canonical = 'https://other.example/note'
    const [post] = routesWith({ post: { path: '/blog/note', canonical } }) as [ResolvedRoute]
    expect(
      jsonLd({ route: { ...post, date: '2026-11-21', isArticle: true }, fields: post }, site.company),
    ).toMatchObject([{ '@type': 'BlogPosting', mainEntityOfPage: canonical }])
  })

  test('is not ended by a text of the site', async () => {
    const title = '</script><b onclick="x">&'
    const note = { path: '/note', title, date: '2026-01-15', isArticle: true } as const
    await using server = await listen(await siteOfValues({ home: { path: '/' }, note }))
    const { body } = await ask(`${server.url}/note`)
    expect(String(body)).not.toMatch(/<b |onclick="x"/)
    expect(graphIn(body)).toMatchObject({ '@graph': [{ headline: title }] })
  })
})
