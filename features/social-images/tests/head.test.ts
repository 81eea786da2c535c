import { afterAll, expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { createRouteTable, headOf, type Language, type ResolvedRoute } from '../../../tests/support/engine.ts'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { routesWith, tableOf } from '../../../tests/support/routes.ts'
import { site } from '../../../tests/support/site.tsx'
import { siteOfValues } from '../../../tests/support/value-site.tsx'
import { socialImages } from '../server.ts'

const server = await listen(await siteOf())
afterAll(() => server.close())

const SITE = 'https://mueller-u-soehne.example'
const COMPANY = `Müller & Söhne "D'r <Hof>"`

/** The Open Graph and Twitter tags of a page, in order, each as its name and its content. */
const tagsIn = (html: string | Buffer) =>
  Array.from(documentOf(html).querySelectorAll('head > :is([property], [name^=twitter])'), tag => [
    tag.getAttribute('property') ?? tag.getAttribute('name'),
    tag.getAttribute('content'),
  ])

const tagsAt = async (url: string) => Object.fromEntries(tagsIn((await request(url)).body))

test('a page has Open Graph tags with its texts and its generated image', async () => {
  expect(tagsIn((await request(`${server.url}/leistungen`)).body)).toEqual([
    ['og:type', 'website'],
    ['og:site_name', COMPANY],
    ['og:url', `${SITE}/leistungen`],
    ['og:title', `Leistungen | ${COMPANY}`],
    [
      'og:description',
      'Was wir tun, in welcher Reihenfolge, und was es kostet: von der Bestandsaufnahme bis zur Übergabe.',
    ],
    ['og:image', `${SITE}/og/services.png`],
    ['og:image:type', 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', `${COMPANY}: Leistungen`],
    ['twitter:card', 'summary_large_image'],
  ])
})

test('a page with an imported image uses it, with its size', async () => {
  const tags = await tagsAt(`${server.url}/ueber-uns/team`)
  expect(tags).toMatchObject({
    'og:image': expect.stringMatching(`^${SITE}/assets/haus-.*\\.png$`),
    'og:image:type': 'image/png',
  })
  const { pathname } = new URL(String(tags['og:image']))
  const { headers, body } = await request(server.url + pathname)
  expect(headers['content-type']).toBe('image/png')
  const size = [body.readUInt32BE(16), body.readUInt32BE(20)].map(String)
  expect([tags['og:image:width'], tags['og:image:height']]).toEqual(size)
})

test('og:url is the canonical address of a page', async () => {
  expect(await tagsAt(`${server.url}/stimmen`)).toMatchObject({ 'og:url': `${SITE}/ueber-uns/team` })
})

test('the 404 page has no such tags', async () => {
  expect(tagsIn((await request(`${server.url}/nichts`)).body)).toEqual([])
})

test('og:locale is the locale that the site sets for a language, or is left out', () => {
  const company = { ...site.company, locale: 'en_IE' }
  const routes = routesWith({
    home: { path: '/' },
    fr: { path: '/fr', lang: 'fr' },
    it: { path: '/it', lang: 'it' },
  })
  const [ofCompany, french, ...others] = tableOf(routes, { company }).languages
  const own = createRouteTable({
    routes,
    languages: [ofCompany, { ...(french as Language), locale: 'fr_CA' }, ...others],
    redirects: [],
  })
  const tagsOf = socialImages.headTags?.({
    table: own,
    company,
    origin: company.origin,
    buildDate: '2026-11-01',
    pictureOf: () => undefined,
  })
  const localeAt = (route: ResolvedRoute) => {
    const { path } = route
    const html = tagsOf?.({ route, path, head: headOf(route, path, own), fields: route }) ?? ''
    return Object.fromEntries(tagsIn(`<head>${html}</head>`))['og:locale']
  }
  expect(own.routes.map(localeAt)).toEqual(['en_IE', 'fr_CA', undefined])
})

test('an article has the type article and its date', async () => {
  const note = { path: '/note', date: '2026-01-15', isArticle: true } as const
  await using server = await listen(
    await siteOfValues({ home: { path: '/' }, note }, { features: [socialImages] }),
  )
  expect(await tagsAt(`${server.url}/note`)).toMatchObject({
    'og:type': 'article',
    'article:published_time': '2026-01-15',
  })
})

test('texts of the site are escaped in attributes', async () => {
  const title = '<b onclick="x">&'
  await using server = await listen(
    await siteOfValues({ home: { path: '/' }, note: { path: '/note', title } }, { features: [socialImages] }),
  )
  const { body } = await request(`${server.url}/note`)
  expect(String(body)).not.toMatch(/<b |onclick="x"/)
  expect(Object.fromEntries(tagsIn(body))).toMatchObject({ 'og:image:alt': `Firm & Co: ${title}` })
})
