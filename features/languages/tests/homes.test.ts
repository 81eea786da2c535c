// A site in two languages: /fr is the French home page of the fixture, and everything below it is in French.
// languages.browser.test.ts has what a visitor sees in a browser.
import { afterAll, expect, test } from 'vitest'
import { tableProblems } from '../../../scripts/bundle/route-errors.ts'
import { siteToCheck } from '../../../tests/support/checked-site.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { routesWith, tableOf } from '../../../tests/support/routes.ts'
import { companyFile, site } from '../../../tests/support/site.tsx'
import { siteOfValues } from '../../../tests/support/value-site.tsx'
import { languages } from '../build.ts'
import { routeProblemsOf, translationProblemsOf } from './support/problems.ts'

const server = await listen(await siteOf())
afterAll(() => server.close())

/** The parts of a document that depend on its language. */
async function layoutAt(url: string) {
  const { status, body } = await request(url)
  const document = documentOf(body)
  const links = (selector: string) =>
    Array.from(document.querySelectorAll(`${selector} a`), link =>
      [link.getAttribute('href'), link.getAttribute('lang')].filter(Boolean).join(' '),
    )
  return {
    status,
    lang: document.documentElement.lang,
    title: document.title,
    skipLink: document.querySelector('.r-skip-link')?.textContent,
    logo: document.querySelector('.r-logo')?.getAttribute('href'),
    header: links('.r-header-nav'),
    mobile: links('#menu'),
    footer: links('footer nav'),
  }
}

const FIRM = `Müller & Söhne "D'r <Hof>"`
const inFrench = {
  status: 200,
  lang: 'fr',
  skipLink: 'Aller au contenu',
  logo: '/fr',
  header: ['/fr', '/fr/mentions'],
  mobile: ['/fr', '/fr/mentions', '/mitglieder de'],
  footer: ['/fr/mentions'],
}

test.each([
  { path: '/fr', title: `${FIRM}: La gestion de stock sur mesure` },
  { path: '/fr/mentions', title: `Mentions légales | ${FIRM}` },
  { path: '/fr/nothing', title: `Page introuvable | ${FIRM}`, status: 404 },
  { path: '/FR/nothing/', title: `Page introuvable | ${FIRM}`, status: 404 },
  { path: '/fr/404', title: `Page introuvable | ${FIRM}`, status: 404 },
])(
  '$path is in French, with French menus and messages, and its logo links to /fr',
  async ({ path, ...page }) => {
    expect(await layoutAt(server.url + path)).toEqual({ ...inFrench, ...page })
  },
)

test('a static server sends the French 404 page for a missing path below /fr', async () => {
  await using prerendered = await listen(await siteOf({ serve: 'static' }))
  expect(await layoutAt(`${prerendered.url}/fr/nothing`)).toMatchObject({ status: 404, lang: 'fr' })
})

test.each(['/', '/impressum', '/kontakt', '/nothing', '/freiheit'])(
  '%s is in German, and links to no French page',
  async path => {
    const { lang, logo, header, mobile, footer } = await layoutAt(server.url + path)
    const french = [...header, ...mobile, ...footer].filter(link => link.startsWith('/fr'))
    expect({ lang, logo, french }).toEqual({ lang: 'de', logo: '/', french: [] })
  },
)

test('a page in a language without a home page has the company’s menus, and each link has its lang', async () => {
  const { lang, logo, header, footer } = await layoutAt(`${server.url}/in-english`)
  expect({ lang, logo }).toEqual({ lang: 'en', logo: '/' })
  expect(header).toEqual(expect.arrayContaining(['/ de', '/leistungen de']))
  expect(footer).toEqual(expect.arrayContaining(['/in-english', '/leistungen de']))
})

test('the 500 page is in the company’s language', async () => {
  const Component = () => {
    throw new Error('down')
  }
  const failing = { path: '/fr/oops', Component } as const
  const pages = { home: { path: '/' }, fr: { path: '/fr', home: 'fr' }, failing } as const
  await using server = await listen(await siteOfValues(pages, { buildFeatures: [languages] }))
  expect(await layoutAt(`${server.url}/fr/oops`)).toMatchObject({ status: 500, lang: 'en', logo: '/' })
})

const { messages } = site
const home = { path: '/' } as const
const fr = { path: '/fr', home: 'fr' } as const

test.each([
  {
    what: 'a home page with an invalid language',
    pages: { fr: { path: '/fr', home: 'french' } },
    problems: ['routes.fr.home is french: write a language such as en or pt-BR'],
  },
  {
    what: 'a second home page of the company’s language',
    pages: { en: { path: '/en', home: 'en' } },
    problems: ['routes.en.home is en: / is the home page of that language'],
  },
  {
    what: 'a second home page of another language',
    pages: { fr, french: { path: '/french', home: 'fr' } },
    problems: ['routes.french.home is fr: /fr is the home page of that language'],
  },
  {
    what: 'a home page at a path of two segments',
    pages: { fr: { path: '/ch/fr', home: 'fr' } },
    problems: ['routes.fr.home is fr: its path /ch/fr must have one segment: write one such as /en'],
  },
  {
    what: 'a page in another language below a home page',
    pages: { fr, about: { path: '/fr/about', lang: 'en' } },
    problems: [
      'routes.about.lang is en: every page below /fr is in fr: leave the field out, or move the page',
    ],
  },
  {
    what: 'a translation whose path has other params',
    pages: { fr, job: { path: '/jobs/:slug' }, emploi: { path: '/fr/emplois/:nom', translates: 'job' } },
    problems: [
      'routes.emploi.translates is job: its path is /jobs/:slug, but the path of this page is /fr/emplois/:nom: write the same params',
    ],
  },
] as const)('$what is rejected', ({ pages, problems }) => {
  const routes = routesWith({ home, ...pages })
  expect(routeProblemsOf(routes)).toEqual(problems)
})

test('a wrong home page fails a build, and one without translated messages only a prerender', () => {
  const routes = routesWith({ home, fr, it: { path: '/ch/it', home: 'it' } })
  const translated = { ...companyFile, translations: { fr: messages } }
  expect(languages.problems?.(siteToCheck(tableOf(routes), { companyFile: translated }))).toEqual([
    {
      severity: 'error',
      message: 'routes.it.home is it: its path /ch/it must have one segment: write one such as /en',
    },
    {
      severity: 'unfinished',
      message: 'routes.it.home is it: add `translations.it` to shared/site/company.ts',
    },
  ])
})

test('translations into the company’s language are rejected, because `messages` has them', () => {
  expect(translationProblemsOf([], { en: messages })).toEqual([
    "translations.en in shared/site/company.ts: that's the company's language: write its messages in `messages`",
  ])
})

test.each(['it', 'FR', 'french'])('translations into a language that no page has are rejected: %s', lang => {
  const translations = { fr: messages, [lang]: messages }
  expect(translationProblemsOf(routesWith({ home, fr }), translations)).toEqual([
    `translations.${lang} in shared/site/company.ts: no page in this language is published: leave it out`,
  ])
})

test('a page below a home page may set the language of the home page', () => {
  const routes = routesWith({ home, fr, about: { path: '/fr/about', lang: 'fr' } })
  expect(routeProblemsOf(routes)).toEqual([])
})

test('a page or a file at the path of a language’s 404 page is rejected', () => {
  const routes = routesWith({ home, fr, lost: { path: '/fr/404' } })
  expect(tableProblems(tableOf(routes), [], undefined)).toEqual([
    "routes.lost.path is /fr/404: that's the not-found page of /fr, so choose another path",
  ])
  expect(tableProblems(tableOf(routesWith({ home, fr })), ['fr/404.html'], undefined)).toEqual([
    "routes.fr.path is /fr: that's the file fr/404.html, so choose another path",
  ])
})
