// The translations of a page. client/translations has what the browser receives.
import { createElement } from 'react'
import { describe, expect, inject, test } from 'vitest'
import { useSite } from '../../../shared/site.ts'
import { ask } from '../../../tests/support/ask.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import { listen } from '../../../tests/support/fixture-site.ts'
import { routesWith, tableOf } from '../../../tests/support/routes.ts'
import { siteOfValues } from '../../../tests/support/value-site.tsx'
import { languages } from '../build.ts'
import { missingTranslations } from '../missing-translations.ts'

const about = { path: '/about' } as const
const fr = { path: '/fr', home: 'fr' } as const
const it = { path: '/it', home: 'it' } as const
const aPropos = { path: '/fr/a-propos', translates: 'about' } as const
const diNoi = { path: '/it/di-noi', translates: 'about' } as const

describe('the alternates of a page', () => {
  const Shown = () => createElement('output', null, JSON.stringify(useSite().alternates))
  const shownAt = async (url: string) =>
    JSON.parse(documentOf((await ask(url)).body).querySelector('output')?.textContent ?? '')

  test('are its translations into each other language, including noindex pages', async () => {
    const hidden = { ...aPropos, noindex: true }
    const pages = {
      home: { path: '/' },
      about: { ...about, Component: Shown },
      fr,
      it,
      aPropos: hidden,
      diNoi,
    } as const
    await using server = await listen(await siteOfValues(pages, { buildFeatures: [languages] }))
    expect(await shownAt(`${server.url}/about`)).toEqual([
      { lang: 'fr', path: '/fr/a-propos' },
      { lang: 'it', path: '/it/di-noi' },
    ])
  })
})

test.each([
  { what: 'a site in one language', more: {}, paths: [], line: undefined },
  {
    what: 'a site in two languages',
    more: {
      fr: { path: '/fr', home: 'fr', translates: 'home' },
      equipe: { path: '/fr/equipe', translates: 'team' },
      mentions: { path: '/fr/mentions' },
      sent: { path: '/fr/merci' }, // It isn't indexable.
    },
    paths: ['/fr', '/fr/equipe', '/fr/mentions'],
    line: 'Not translated: into en /fr/mentions; into fr /about',
  },
  {
    what: 'a route with several indexable addresses',
    more: {
      fr: { path: '/fr', home: 'fr', translates: 'home' },
      equipe: { path: '/fr/equipe', translates: 'team' },
      aPropos: { path: '/fr/a-propos', translates: 'about' },
      product: { path: '/products/:colour' },
    },
    paths: ['/fr', '/fr/equipe', '/fr/a-propos', '/products/red', '/products/blue'],
    line: 'Not translated: into fr /products/:colour',
  },
] as const)('untranslated pages are listed in one line: $what', ({ more, paths, line }) => {
  const pages = { home: { path: '/' }, team: { path: '/team' }, about: { path: '/about' }, ...more } as const
  const site = tableOf(routesWith(pages))
  const listed = ['/', '/team', '/about', ...paths].flatMap(path => {
    const route = site.match(path)?.route
    return route ? { route, path } : []
  })
  expect(missingTranslations(site, listed)).toBe(line)
})

test('a prerender lists the untranslated pages', () => {
  expect(inject('fixtureOutput').split('\n')).toContainEqual(
    expect.stringMatching(
      /^Not translated: into fr \/leistungen, \/ueber-uns\/team, \/why-react, \/kontakt, \/datenschutz and \d+ more$/,
    ),
  )
})
