// The translations of a page. client/translations has what the browser receives.
import { createElement } from 'react'
import { describe, expect, inject, test, vi } from 'vitest'
import type { BundledSite } from '../../../extension-points.ts'
import { useSite } from '../../../shared/site.ts'
import { siteToCheck } from '../../../tests/support/checked-site.ts'
import { documentOf } from '../../../tests/support/document-of.ts'
import type { RouteTable } from '../../../tests/support/engine.ts'
import { listen } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { routesWith, tableOf } from '../../../tests/support/routes.ts'
import { siteOfValues } from '../../../tests/support/value-site.tsx'
import { languages } from '../build.ts'

const about = { path: '/about' } as const
const fr = { path: '/fr', home: 'fr' } as const
const it = { path: '/it', home: 'it' } as const
const aPropos = { path: '/fr/a-propos', translates: 'about' } as const
const diNoi = { path: '/it/di-noi', translates: 'about' } as const

describe('the alternates of a page', () => {
  const Shown = () => createElement('output', null, JSON.stringify(useSite().alternates))
  const shownAt = async (url: string) =>
    JSON.parse(documentOf((await request(url)).body).querySelector('output')?.textContent ?? '')

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

/** Prints which of a site's pages aren't translated, when these pages are in dist/. */
async function printedFor(table: RouteTable, paths: readonly string[], more: Partial<BundledSite> = {}) {
  using log = vi.spyOn(console, 'log').mockReturnValue()
  const check = languages.checkPages?.(siteToCheck(table, { dist: 'dist', ...more }))
  for (const path of paths)
    await check?.add({ path, route: table.match(path)?.route, html: Buffer.alloc(0), otherFiles: [] })
  await check?.printResults?.()
  return log.mock.lastCall?.[0]
}

/** The pages in French that translate all pages of a site. */
const inFrench = {
  fr: { path: '/fr', home: 'fr', translates: 'home' },
  equipe: { path: '/fr/equipe', translates: 'team' },
  aPropos: { path: '/fr/a-propos', translates: 'about' },
} as const

test.each([
  { what: 'a site in one language', more: {}, paths: [], line: undefined },
  {
    what: 'a site in two languages',
    more: {
      fr: { path: '/fr', home: 'fr', translates: 'home' },
      equipe: { path: '/fr/equipe', translates: 'team' },
      mentions: { path: '/fr/mentions' },
      sent: { path: '/fr/merci', noindex: true },
    },
    paths: ['/fr', '/fr/equipe', '/fr/mentions', '/fr/merci'],
    line: 'Not translated into en: /fr/mentions; into fr: /about',
  },
  {
    what: 'a route with several indexable addresses',
    more: { ...inFrench, product: { path: '/products/:colour' } },
    paths: ['/fr', '/fr/equipe', '/fr/a-propos', '/products/red', '/products/blue'],
    line: 'Not translated into fr: /products/:colour',
  },
  {
    what: 'a page that dist/ lacks',
    more: {
      ...inFrench,
      product: { path: '/products/:colour' },
      sent: { path: '/sent', noindex: true },
    },
    paths: ['/fr', '/fr/equipe', '/fr/a-propos'],
    line: 'Not translated into fr: /products/:colour',
  },
] as const)('untranslated pages are listed in one line: $what', async ({ more, paths, line }) => {
  const pages = { home: { path: '/' }, team: { path: '/team' }, about: { path: '/about' }, ...more } as const
  const table = tableOf(routesWith(pages))
  expect(await printedFor(table, ['/', '/team', '/about', ...paths])).toBe(line)
})

test('a page whose canonical URL is elsewhere needs no translation, and SITE_ORIGIN decides where elsewhere is', async () => {
  const table = tableOf(
    routesWith({
      home: { path: '/' },
      fr: { path: '/fr', home: 'fr', translates: 'home' },
      about: { path: '/about', canonical: 'https://www.firm.example/about' },
    }),
  )
  const paths = ['/', '/fr', '/about']
  expect(await printedFor(table, paths)).toBeUndefined()
  expect(await printedFor(table, paths, { origin: 'https://www.firm.example' })).toBe(
    'Not translated into fr: /about',
  )
})

test('a prerender lists the untranslated pages', () => {
  expect(inject('fixtureOutput').split('\n')).toContainEqual(
    expect.stringMatching(
      /^Not translated into fr: \/leistungen, \/ueber-uns\/team, \/why-react, \/kontakt, \/datenschutz, /,
    ),
  )
})
