// What a build rejects in the languages of routes and of company.ts.
import { expect, test } from 'vitest'
import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { routeWith } from '../../../tests/support/routes.ts'
import { languageProblems } from '../languages.ts'

const routeOf = (id: string, more: Partial<ResolvedRoute>) =>
  routeWith(id, `/${id}`, { title: id, label: id, lang: 'de', ...more })

test('rejects a page at / that isn’t in the company’s language', () => {
  const home = routeOf('home', { path: '/', lang: 'fr' })
  expect(languageProblems([home], {}, { lang: 'de' })).toEqual([
    'routes.home.lang is fr: the page at / is in company.lang, which is de',
  ])
})

test('rejects invalid languages of the company and of its links', () => {
  const link = { path: '/a', label: 'A', lang: 'DE' }
  const company = { lang: 'en_US', members: link, links: [{ ...link, lang: 'deutsch', menus: {} }] }
  expect(languageProblems([], {}, company)).toEqual([
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
  expect(
    languageProblems(
      [],
      { us: { path: '/us', title: 'Us', label: 'us', description: '', lang } },
      { lang: 'en' },
    ).length === 0,
  ).toBe(isOne)
})
