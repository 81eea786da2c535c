// What the head of a page says to search engines and messengers: titles and link previews (https://ogp.me). routes.test.ts has every tag of it; here are the values, and that no text ends a tag.
import { join } from 'node:path'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import { createServerHead } from '../../../server/metadata/server-head.ts'
import { readFiles } from '../../../server/respond/read-files.ts'
import type { Company } from '../../../shared/site.ts'
import { titleOf } from '../../../shared/titles.ts'
import { documentOf } from '../../support/document-of.ts'
import { createRouteTable, headOf, type Language, type ResolvedRoute } from '../../support/engine.ts'
import { build, facts, manifest, origin, siteOf, table } from '../../support/fixture-site.ts'
import { routesWith, tableOf } from '../../support/routes.ts'
import { site } from '../../support/site.tsx'
import { siteOfValues } from '../../support/value-site.tsx'

const live = supertest(await siteOf())
const SITE = 'https://mueller-u-soehne.example'

/** What the core adds to the heads of a table's pages. */
const serverHeadOf = (own: typeof table, company: Company) =>
  createServerHead({
    table: own,
    manifest,
    company,
    allowed: { sources: {}, features: {}, scripts: '' },
    origin,
    headTags: [],
  })

test.each([
  { what: 'a page', path: '/team', own: 'Team', title: 'Team | Firm & Co' },
  { what: 'an error page', path: undefined, own: 'Not found', title: 'Not found | Firm & Co' },
  { what: 'the home page', path: '/', own: 'Walls', title: 'Firm & Co: Walls' },
  { what: 'a page', path: '/team', own: 'x'.repeat(48), title: `${'x'.repeat(48)} | Firm & Co` },
  { what: 'a page with a longer one', path: '/team', own: 'x'.repeat(49), title: 'x'.repeat(49) },
  { what: 'the home page', path: '/', own: 'x'.repeat(49), title: `Firm & Co: ${'x'.repeat(49)}` },
  { what: 'the home page with a longer one', path: '/', own: 'x'.repeat(50), title: 'x'.repeat(50) },
])(
  'the title of $what is $title: with the company, where 60 characters are enough',
  ({ path, own, title }) => {
    expect(titleOf({ name: 'Firm & Co' }, own, path === '/')).toBe(title)
  },
)

describe.each(['live', 'static'] as const)('%s', async serve => {
  const agent = supertest(await siteOf({ serve }))
  /** What the head of a page says of this, in order: the contents of its tags. */
  async function tagsOf(path: string, selector: string) {
    const { text } = await agent.get(path).expect(200)
    const tags = documentOf(text).querySelectorAll(`head :is(${selector})`)
    return Array.from(tags, tag => tag.getAttribute('content') ?? tag.getAttribute('href') ?? tag.textContent)
  }
  const canonical = 'link[rel=canonical], meta[property="og:url"]'

  test('a page with noindex says so to search engines, and no other page does', async () => {
    expect(await tagsOf('/anfrage/gesendet', 'meta[name=robots]')).toEqual(['noindex'])
    expect(await tagsOf('/kontakt', 'meta[name=robots]')).toEqual([])
  })

  test('a page with an imported picture has it in its link preview, with its size', async () => {
    const image = await tagsOf('/ueber-uns/team', 'meta[property^="og:image"]:not([property$="alt"])')
    expect(image).toEqual([
      expect.stringMatching(`^${SITE}/assets/haus-.*\\.png$`),
      'image/png',
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+$/),
    ])
    const { pathname } = new URL(image[0] ?? '')
    const { body } = await live.get(pathname).expect(200).expect('Content-Type', 'image/png')
    expect([body.readUInt32BE(16), body.readUInt32BE(20)].map(String)).toEqual(image.slice(2))
  })

  test('a page with another canonical address names that one, and every other page its own', async () => {
    expect(await tagsOf('/stimmen', canonical)).toEqual([`${SITE}/ueber-uns/team`, `${SITE}/ueber-uns/team`])
    expect(await tagsOf('/kontakt', canonical)).toEqual([`${SITE}/kontakt`, `${SITE}/kontakt`])
  })
})

test.each(['/apple-touch-icon.png', '/og/services.png'])(
  'the picture %s that the head names is there',
  async path => {
    await live.get(path).expect(200).expect('Content-Type', 'image/png')
  },
)

test('the picture of a link preview is as large as the head says', async () => {
  const { body } = await live.get('/og/services.png').expect(200)
  // https://www.w3.org/TR/png-3/#11IHDR
  const size = { width: body.readUInt32BE(16), height: body.readUInt32BE(20) }
  expect(size).toEqual({ width: 1200, height: 630 })
})

test('a link preview names the locale that the site says of the language, and otherwise none', async () => {
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
  const serverHead = serverHeadOf(own, company)
  const localeAt = (route: ResolvedRoute) => {
    const head = headOf(route, route.path, own)
    const document = documentOf(serverHead.ofPage({ route, path: route.path, head, fields: route }))
    return document.querySelector('meta[property="og:locale"]')?.getAttribute('content')
  }
  expect(own.routes.map(localeAt)).toEqual(['en_IE', 'fr_CA', undefined])
})

test('the link preview of an article says that it is one, and of which date', async () => {
  const note = { path: '/note', date: '2026-01-15', isArticle: true } as const
  const app = await siteOfValues({ home: { path: '/' }, note })
  const document = documentOf((await supertest(app).get('/note').expect(200)).text)
  const content = (property: string) =>
    document.querySelector(`meta[property="${property}"]`)?.getAttribute('content')
  expect([content('og:type'), content('article:published_time')]).toEqual(['article', '2026-01-15'])
})

test('the picture of a link preview is described by the title that the page shows', async () => {
  const altAt = async (path: string) => {
    const { text } = await live.get(path).expect(200)
    const picture = documentOf(text).querySelector('meta[property="og:image:alt"]')
    return picture?.getAttribute('content')
  }
  expect(await altAt('/kontakt')).toBe(`${facts.company.name}: Kontakt`)
})

test('link previews stay on the disk, and a small file beside them is kept in memory', () => {
  const files = readFiles(join(build, 'public'), {})
  const bodyOf = (path: string) => files.get(path)?.bodies.identity
  expect(bodyOf('/og/home.png')).toMatchObject({ file: join(build, 'public/og/home.png') })
  expect(bodyOf('/favicon.ico')).toBeInstanceOf(Buffer)
})

test('no text of a site ends an attribute', () => {
  const serverHead = serverHeadOf(table, facts.company)
  const [home] = table.routes as [ResolvedRoute]
  const { path } = home
  const text = '<b onclick="x">&'
  const route = { ...home, documentTitle: text, heading: text, description: text }
  const html = serverHead.ofPage({ route, path, head: headOf(route, path, table), fields: route }).toString()
  expect(html).not.toMatch(/<b |onclick="x"/)
  const document = documentOf(html)
  const description = document.querySelector('meta[property="og:description"]')
  expect(description?.getAttribute('content')).toBe(text)
})
