// Pages in a language other than the company's, such as the fixture's /in-english, and right-to-left languages.
import { build } from 'esbuild'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { virtualModules, virtualModulesOf } from '../../../scripts/bundle/plugins/virtual-modules.ts'
import { isRightToLeft } from '../../../scripts/lib/language-tag.ts'
import { documentOf } from '../../support/document-of.ts'
import {
  companyIn,
  type Language,
  languageOf,
  type ResolvedRoute,
  type RouteTable,
} from '../../support/engine.ts'
import { siteOf, table } from '../../support/fixture-site.ts'
import { routeWith, tableOf } from '../../support/routes.ts'
import { languageWith, site } from '../../support/site.tsx'

const live = supertest(await siteOf())
const open = async (path: string, agent = live) => documentOf((await agent.get(path).expect(200)).text)

test('a page in another language declares it in <html>', async () => {
  expect((await open('/in-english')).documentElement.lang).toBe('en')
})

test('a page in Arabic is right to left', async () => {
  const routes = table.routes.map(route => ({ ...route, lang: 'ar' }))
  const site = supertest(await siteOf({ table: tableOf(routes) }))
  const { lang, dir } = (await open('/impressum', site)).documentElement
  expect({ lang, dir }).toEqual({ lang: 'ar', dir: 'rtl' })
})

const routeOf = (id: string, more: Partial<ResolvedRoute>) =>
  routeWith(id, `/${id}`, { title: id, label: id, lang: 'de', ...more })

test.each([
  { language: { locale: 'en_GB' }, locale: 'en_GB' },
  { language: {}, locale: undefined },
])('slots get the locale of the document’s language, not the company’s: $locale', ({ language, locale }) => {
  const company = { ...site.company, locale: 'de_DE' }
  expect(companyIn(company, languageWith(language), company.origin).locale).toBe(locale)
})

test.each([
  { lang: 'ar', direction: 'right to left' },
  { lang: 'he-IL', direction: 'right to left' },
  { lang: 'az-Arab', direction: 'right to left' },
  { lang: 'en', direction: 'left to right' },
  { lang: 'art', direction: 'left to right' },
])('the language $lang is written from $direction', ({ lang, direction }) => {
  expect(isRightToLeft(lang) ? 'right to left' : 'left to right').toBe(direction)
})

test.each([
  { path: '/in-english', lang: 'en' },
  { path: '/leistungen', lang: 'de' },
])('the script tag of $path names the language $lang', async ({ path, lang }) => {
  const script = (await open(path)).querySelector('script[data-page]')
  expect(JSON.parse(script?.getAttribute('data-head') ?? '')).toMatchObject({ path, lang })
})

test('the browser’s script knows the hydrated pages, the year, and each language’s menus and direction', async () => {
  const company = { ...site.company, lang: 'he' }
  const routes = [
    routeOf('home', { lang: 'he', menus: { header: 1 } }),
    routeOf('arabic', { lang: 'ar', menus: { footer: 2 } }),
    routeOf('sent', { lang: 'fa', hydrate: 'never' }),
    routeOf('english', { lang: 'en' }),
  ]
  const { languages, year, hydratedPaths } = await virtualModule('virtual:site', tableOf(routes, { company }))
  expect({ hydratedPaths, year }).toEqual({ hydratedPaths: ['/home', '/arabic', '/english'], year: '2026' })
  expect(languages.map(({ lang, isRightToLeft }: Language) => [lang, isRightToLeft])).toEqual([
    ['he', true],
    ['ar', true],
    ['fa', true],
    ['en', false],
  ])
  expect(languages[1].menus).toEqual({
    header: [{ path: '/home', label: 'home', lang: 'he' }],
    footer: [{ path: '/arabic', label: 'arabic' }],
  })
})

test('the browser’s route list has only the fields that navigation needs', async () => {
  const description = 'What a search result shows.'
  const alternates = [
    { id: 'home', lang: 'de', path: '/home' },
    { id: 'fr', lang: 'fr', path: '/fr' },
  ]
  const routes = [
    routeOf('home', { menus: { header: 1 }, description, noindex: true, alternates }),
    routeOf('fr', { lang: 'fr', alternates, date: '2026-11-21' }),
    routeOf('job', { path: '/jobs/:slug', menus: { header: 2 }, isDynamic: true }),
    routeOf('sent', { hydrate: 'never' }),
  ]
  const { routes: given } = await virtualModule('virtual:pages', tableOf(routes))
  expect(given).toEqual([
    {
      id: 'home',
      path: '/home',
      title: 'home',
      lang: 'de',
      alternates: [{ lang: 'fr', path: '/fr' }],
    },
    {
      id: 'fr',
      path: '/fr',
      title: 'fr',
      lang: 'fr',
      alternates: [{ lang: 'de', path: '/home' }],
    },
    { id: 'job', path: '/jobs/:slug', isDynamic: true },
  ])
})

/** A module that client/ imports, as esbuild bundles it. */
async function virtualModule(name: string, table: RouteTable) {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${name}'` },
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [virtualModules(() => virtualModulesOf(table, '2026-12-31'))],
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
  return import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)
}

test('a language that the site lacks is an error that names it', () => {
  const { languages } = tableOf([])
  expect(() => languageOf({ lang: 'xx' }, languages)).toThrow('no language of the site is xx')
})
