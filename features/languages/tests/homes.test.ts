// A site in two languages: below /fr, which the fixture says is the home page in French, all is in that language. What a
// visitor sees of it in a browser is in languages.browser.test.ts.
import { describe, expect, test } from 'vitest'
import { tableProblems } from '../../../scripts/bundle/route-errors.ts'
import { ask } from '../../../tests/support/ask.ts'
import { listenInBothModes } from '../../../tests/support/both-modes.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import { listen } from '../../../tests/support/fixture-site.ts'
import { routesWith, tableOf } from '../../../tests/support/routes.ts'
import { site } from '../../../tests/support/site.tsx'
import { siteOfValues } from '../../../tests/support/value-site.tsx'
import { languages } from '../build.ts'
import { routeProblemsOf, translationProblemsOf } from './support/problems.ts'

const { modes } = await listenInBothModes()

/** What the document says and shows in a language. */
async function layoutAt(url: string) {
  const { status, body } = await ask(url)
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

describe.each(modes)('$mode', ({ server }) => {
  test.each([
    { path: '/fr', title: `${FIRM}: La gestion de stock sur mesure` },
    { path: '/fr/mentions', title: `Mentions légales | ${FIRM}` },
    { path: '/fr/nothing', title: `Page introuvable | ${FIRM}`, status: 404 },
    { path: '/FR/nothing/', title: `Page introuvable | ${FIRM}`, status: 404 },
    { path: '/fr/404', title: `Page introuvable | ${FIRM}`, status: 404 },
  ])(
    '$path is in French, with its menus, messages and a logo that leads to /fr',
    async ({ path, ...page }) => {
      expect(await layoutAt(server.url + path)).toEqual({ ...inFrench, ...page })
    },
  )

  test.each(['/', '/impressum', '/kontakt', '/nothing', '/freiheit'])(
    '%s stays in German, without a link to a page in French',
    async path => {
      const { lang, logo, header, mobile, footer } = await layoutAt(server.url + path)
      const french = [...header, ...mobile, ...footer].filter(link => link.startsWith('/fr'))
      expect({ lang, logo, french }).toEqual({ lang: 'de', logo: '/', french: [] })
    },
  )

  test('a page in a language without a home page has the menus of the company, each link with its language', async () => {
    const { lang, logo, header, footer } = await layoutAt(`${server.url}/in-english`)
    expect({ lang, logo }).toEqual({ lang: 'en', logo: '/' })
    expect(header).toEqual(expect.arrayContaining(['/ de', '/leistungen de']))
    expect(footer).toEqual(expect.arrayContaining(['/in-english', '/leistungen de']))
  })
})

test('the page of a failed request stays in the language of the company', async () => {
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
    what: 'a home page in a language that is none',
    pages: { fr: { path: '/fr', home: 'french' } },
    problems: ['routes.fr.home is french: write a language such as en or pt-BR'],
  },
  {
    what: 'a second home page of the language of the company',
    pages: { en: { path: '/en', home: 'en' } },
    problems: ['routes.en.home is en: / is the home page of that language'],
  },
  {
    what: 'a second home page of another language',
    pages: { fr, french: { path: '/french', home: 'fr' } },
    problems: ['routes.french.home is fr: /fr is the home page of that language'],
  },
  {
    what: 'a home page at a path of two parts',
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
    what: 'a translation whose path has other parts',
    pages: { fr, job: { path: '/jobs/:slug' }, emploi: { path: '/fr/emplois/:nom', translates: 'job' } },
    problems: [
      'routes.emploi.translates is job: its path is /jobs/:slug, but the path of this page is /fr/emplois/:nom: write the same params',
    ],
  },
] as const)('$what is refused', ({ pages, problems }) => {
  const routes = routesWith({ home, ...pages })
  expect(routeProblemsOf(routes)).toEqual(problems)
})

test('a home page without words for its layout is named', () => {
  const routes = routesWith({ home, fr, it: { path: '/it', home: 'it' } })
  expect(translationProblemsOf(routes, { fr: messages })).toEqual([
    'routes.it.home is it: add `translations.it` to shared/site/company.ts',
  ])
})

test('words of the company’s language beside its messages are refused: nobody would know which are shown', () => {
  expect(translationProblemsOf([], { en: messages })).toEqual([
    "translations.en in shared/site/company.ts: that's the company's language: write its messages in `messages`",
  ])
})

test.each(['it', 'FR', 'french'])('words of a language that no page has are named: %s', lang => {
  const translations = { fr: messages, [lang]: messages }
  expect(translationProblemsOf(routesWith({ home, fr }), translations)).toEqual([
    `translations.${lang} in shared/site/company.ts: no page in this language is published: leave it out`,
  ])
})

test('the language of a page below a home page may be written, if it is that', () => {
  const routes = routesWith({ home, fr, about: { path: '/fr/about', lang: 'fr' } })
  expect(routeProblemsOf(routes)).toEqual([])
})

test('a page or a file in the place of the not-found page of a language is refused', () => {
  const routes = routesWith({ home, fr, lost: { path: '/fr/404' } })
  expect(tableProblems(tableOf(routes), [], undefined)).toEqual([
    'routes.lost.path is /fr/404: that is the not-found page of /fr: choose another path',
  ])
  expect(tableProblems(tableOf(routesWith({ home, fr })), ['fr/404.html'], undefined)).toEqual([
    'routes.fr.path is /fr: that is the file fr/404.html: choose another path',
  ])
})
