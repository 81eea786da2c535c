// A site in several languages: hreflang in the head and in the sitemap, and the company in the language of each home page.
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { headOf, type ResolvedRoute } from '../../../tests/support/engine.ts'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { routesWith, tableOf } from '../../../tests/support/routes.ts'
import { site } from '../../../tests/support/site.tsx'
import { siteOfValues as siteOfPages, type ValuePage } from '../../../tests/support/value-site.tsx'
import { languages } from '../../languages/build.ts'
import { seo } from '../server.ts'
import { alternatesIn } from './support/alternates.ts'
import { graphIn, linksIn, linksInSitemap, SITE } from './support/parse.ts'

const siteOfValues = (pages: Record<string, ValuePage>) =>
  siteOfPages(pages, { features: [seo], buildFeatures: [languages] })
const live = supertest(await siteOf())

test.each([
  { path: '/leistungen', german: '/leistungen', lang: 'en', other: '/in-english' },
  { path: '/in-english', german: '/leistungen', lang: 'en', other: '/in-english' },
])(
  '$path has hreflang links to both language versions, and the German one as x-default',
  async ({ path, german, lang, other }) => {
    expect(linksIn((await live.get(path)).text)).toEqual([
      `de ${SITE}${german}`,
      `${lang} ${SITE}${other}`,
      `x-default ${SITE}${german}`,
    ])
  },
)

test('sitemap.xml has hreflang links for a page and its translation', async () => {
  const { text } = await live.get('/sitemap.xml')
  const links = [
    { hreflang: 'de', href: `${SITE}/impressum` },
    { hreflang: 'fr', href: `${SITE}/fr/mentions` },
    { hreflang: 'x-default', href: `${SITE}/impressum` },
  ]
  for (const path of ['/impressum', '/fr/mentions']) expect(linksInSitemap(text, path)).toEqual(links)
})

test('x-default is the page in the company’s language, even if that page is the translation', async () => {
  const pages = { home: { path: '/', translates: 'fr' }, fr: { path: '/fr', home: 'fr' } } as const
  await using server = await listen(await siteOfValues(pages))
  expect(linksIn((await request(`${server.url}/fr`)).body)).toContain('x-default https://firm.example/')
})

test('a site in English has hreflang en, and inLanguage en in its JSON-LD', async () => {
  const fr = { path: '/fr', lang: 'fr', translates: 'home' } as const
  await using server = await listen(await siteOfValues({ home: { path: '/' }, fr }))
  const { body } = await request(server.url)
  expect({ links: linksIn(body), website: graphIn(body)['@graph'][1].inLanguage }).toEqual({
    links: ['en https://firm.example/', 'fr https://firm.example/fr', 'x-default https://firm.example/'],
    website: 'en',
  })
})

describe('a translation that isn’t indexable', () => {
  const about = { path: '/about' } as const
  const fr = { path: '/fr', home: 'fr' } as const
  const it = { path: '/it', home: 'it' } as const
  const aPropos = { path: '/fr/a-propos', translates: 'about' } as const
  const diNoi = { path: '/it/di-noi', translates: 'about' } as const
  const none = { head: [], sitemap: false }

  test('isn’t an alternate of the others, and has none', async () => {
    const hidden = { ...aPropos, canonical: '/about' } as const
    const pages = { home: { path: '/' }, about, fr, it, aPropos: hidden, diNoi } as const
    const both = { head: ['en', 'it', 'x-default'], sitemap: ['en', 'it', 'x-default'] }
    expect(await alternatesIn(await siteOfValues(pages), ['/about', '/fr/a-propos', '/it/di-noi'])).toEqual({
      '/about': both,
      '/fr/a-propos': none,
      '/it/di-noi': both,
    })
  })

  test('leaves the original without alternates if it was the only translation', async () => {
    const pages = { home: { path: '/' }, about, fr, aPropos: { ...aPropos, noindex: true } } as const
    expect(await alternatesIn(await siteOfValues(pages), ['/about', '/fr/a-propos'])).toEqual({
      '/about': { head: [], sitemap: [] },
      '/fr/a-propos': none,
    })
  })
})

test('JSON-LD of a home page describes the company in the language of the page, with its telephone', () => {
  const company = { ...site.company, phone: '+353 1 555 0100', address: ['1 Long Street', 'Oldtown'] }
  const words = { ...site.messages, description: 'Ce que fait la maison.', address: ['Oldtown', 'Irlande'] }
  const table = tableOf(routesWith({ home: { path: '/' }, fr: { path: '/fr', home: 'fr' } }), {
    company,
    translations: { fr: words },
  })
  const tagsOf = seo.headTags?.({
    table,
    company,
    origin: company.origin,
    buildDate: '2026-11-01',
    pictureOf: () => undefined,
  })
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
