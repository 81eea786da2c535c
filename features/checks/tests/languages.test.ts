// What a build rejects in the languages of routes and of company.ts.
import { expect, test } from 'vitest'
import { siteToCheck } from '../../../tests/support/checked-site.ts'
import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { routeWith, tableOf } from '../../../tests/support/routes.ts'
import { site } from '../../../tests/support/site.tsx'
import { languageProblems } from '../languages.ts'

const routeOf = (id: string, more: Partial<ResolvedRoute>) =>
  routeWith(id, `/${id}`, { title: id, label: id, lang: 'de', ...more })

test('rejects a page at / that isn’t in the company’s language', () => {
  const home = routeOf('home', { path: '/', lang: 'fr' })
  expect(
    languageProblems(siteToCheck(tableOf([home]), { company: { ...site.company, lang: 'de' } })),
  ).toEqual(['routes.home.lang is fr: the page at / is in company.lang, which is de'])
})

test('rejects invalid languages of the company and of its links', () => {
  const link = { path: '/a', label: 'A', lang: 'DE' }
  const links = [{ ...link, lang: 'deutsch', menus: {} }]
  const company = { ...site.company, lang: 'en_US', members: link, links }
  expect(languageProblems(siteToCheck(tableOf([]), { company }))).toEqual([
    'company.lang is en_US: write a language such as en or pt-BR',
    'company.members.lang is DE: write a language such as en or pt-BR',
    'company.links[0].lang is deutsch: write a language such as en or pt-BR',
  ])
})

test.each([
  { lang: 'de', isOne: true },
  { lang: 'zh-Hant-TW', isOne: true },
  { lang: 'german', isOne: false },
  { lang: 'DE', isOne: false },
  { lang: 'pt_BR', isOne: false },
])('whether a route accepts the lang "$lang": $isOne', ({ lang, isOne }) => {
  const siteRoutes = { us: { path: '/us', title: 'Us', label: 'us', description: '', lang } } as const
  expect(languageProblems(siteToCheck(tableOf([]), { siteRoutes })).length === 0).toBe(isOne)
})
