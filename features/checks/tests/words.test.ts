// What a prerender rejects in the texts of routes and their menu places, with what to write instead.
import { describe, expect, test } from 'vitest'
import { siteToCheck } from '../../../tests/support/checked-site.ts'
import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { routeWith, tableOf, tableWithFrench } from '../../../tests/support/routes.ts'
import { site } from '../../../tests/support/site.tsx'
import { controlProblems, wordProblems } from '../words.ts'

const description = 'What a search result shows of this page: more than fifty characters.'
const routeOf = (id: string, path: ResolvedRoute['path'], more: Partial<ResolvedRoute> = {}) =>
  routeWith(id, path, { heading: id, description, ...more })

test('a control character in a text is reported with the text before it', () => {
  const routes = [routeOf('home', '/', { heading: 'Our\u0007 prices', description: 'All\u0085' })]
  expect(controlProblems(siteToCheck(tableOf(routes)))).toEqual([
    'routes.home.title has the control character U+0007 after "Our": delete it',
    'routes.home.description has the control character U+0085 after "All": delete it',
  ])
})

test('pages that share a title, a description or a menu place are reported', () => {
  const routes = ['/', '/about'] as const
  const same = { heading: 'Same', menus: { header: 1 } }
  const table = tableOf(routes.map(path => routeOf(path.slice(1), path, same)))
  expect(wordProblems(siteToCheck(table))).toEqual([
    'routes.about.title "Same" is already used by /: write another',
    `routes.about.description "${description}" is already used by /: write another`,
    'routes.about.menus "header: 1" is already used by /: write another',
  ])
})

test('a company link with the menu place of a page is reported', () => {
  const home = routeOf('home', '/', { menus: { footer: { place: 1, group: 'Us' } } })
  const links = [{ path: 'https://a.example', label: 'A', menus: { footer: 1 } }]
  const company = { ...site.company, links }
  expect(wordProblems(siteToCheck(tableOf([home]), { company }))).toEqual([
    'company.links[0].menus "footer: 1" is already used by /: write another',
  ])
})

test('a title that comes from company.ts is reported with its field there', () => {
  const words = { heading: 'x'.repeat(61), description: 'y'.repeat(161) }
  const company = { ...site.company, tagline: words.heading, description: words.description }
  expect(wordProblems(siteToCheck(tableOf([routeOf('home', '/', words)]), { company }))).toEqual([
    'routes.home.title, which is company.tagline, has 61 characters: write 1 to 60',
    'routes.home.description, which is company.description, has 161 characters: write 50 to 160',
  ])
})

describe('the length check', () => {
  const problemsOf = (title: number, description: number) => {
    const words = { heading: 'x'.repeat(title), description: 'x'.repeat(description) }
    return wordProblems(siteToCheck(tableOf([routeOf('home', '/', words)])))
  }

  test.each([
    { title: 1, description: 50 },
    { title: 60, description: 160 },
  ])('accepts a title of $title and a description of $description characters', route => {
    expect(problemsOf(route.title, route.description)).toEqual([])
  })

  test.each([
    { title: 61, description: 100, problem: 'routes.home.title has 61 characters: write 1 to 60' },
    { title: 60, description: 49, problem: 'routes.home.description has 49 characters: write 50 to 160' },
    { title: 60, description: 161, problem: 'routes.home.description has 161 characters: write 50 to 160' },
  ])('rejects a title of $title and a description of $description characters', route => {
    expect(problemsOf(route.title, route.description)).toEqual([route.problem])
  })
})

test('languages with their own home pages may share texts and menu places; one language may not', () => {
  const same = { heading: 'Team', menus: { header: 1 } }
  const routesIn = (lang: string) => [
    routeOf('team', '/team', { ...same, lang: 'en' }),
    routeOf('equipe', '/fr/team', { ...same, lang }),
  ]
  expect(wordProblems(siteToCheck(tableWithFrench(routesIn('fr'))))).toEqual([])
  expect(wordProblems(siteToCheck(tableWithFrench(routesIn('en'))))).toHaveLength(3)
})
