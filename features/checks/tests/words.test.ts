// What a prerender refuses in the words of routes, and in their places in menus; with what to write instead.
import { describe, expect, test } from 'vitest'

import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { routeWith, tableOf, tableWithFrench } from '../../../tests/support/routes.ts'
import { controlProblems, placeholderProblems, wordProblems } from '../words.ts'

const description = 'What a search result shows of this page: more than fifty characters.'
const routeOf = (id: string, path: ResolvedRoute['path'], more: Partial<ResolvedRoute> = {}) =>
  routeWith(id, path, { heading: id, description, ...more })

test('a control character in words is named with what stands before it', () => {
  const routes = [routeOf('home', '/', { heading: 'Our\u0007 prices', description: 'All\u0085' })]
  expect(controlProblems(routes)).toEqual([
    'routes.home.title has the control character U+0007 after "Our": delete it',
    'routes.home.description has the control character U+0085 after "All": delete it',
  ])
})

test('an e-mail address that is a placeholder is named, and any other is not', () => {
  expect(placeholderProblems({ email: 'no-reply@example.com' })).toEqual([
    'email in shared/site/company.ts is the placeholder no-reply@example.com: write the address at which people reach you',
  ])
  expect(placeholderProblems({ email: 'post@example.computer' })).toEqual([])
})

test('pages that share a title, a description and a place in a menu are named with each', () => {
  const routes = ['/', '/about'] as const
  const same = { heading: 'Same', menus: { header: 1 } }
  expect(wordProblems(tableOf(routes.map(path => routeOf(path.slice(1), path, same))))).toEqual([
    'routes.about.title "Same" is already used by /: write another',
    `routes.about.description "${description}" is already used by /: write another`,
    'routes.about.menus "header: 1" is already used by /: write another',
  ])
})

test('a link of the company that has the place of another is named', () => {
  const home = routeOf('home', '/', { menus: { footer: { place: 1, group: 'Us' } } })
  const links = [{ path: 'https://a.example', label: 'A', menus: { footer: 1 } }]
  expect(wordProblems(tableOf([home]), undefined, { links })).toEqual([
    'company.links[0].menus "footer: 1" is already used by /: write another',
  ])
})

test('a title that is a field of company.ts is named with that field', () => {
  const words = { heading: 'x'.repeat(61), description: 'y'.repeat(161) }
  const company = { name: 'Firm', tagline: words.heading, description: words.description }
  expect(wordProblems(tableOf([routeOf('home', '/', words)]), undefined, company)).toEqual([
    'routes.home.title, which is company.tagline, has 61 characters: write 1 to 60',
    'routes.home.description, which is company.description, has 161 characters: write 50 to 160',
  ])
})

describe('of words that search results show', () => {
  const problemsOf = (title: number, description: number) =>
    wordProblems(
      tableOf([routeOf('home', '/', { heading: 'x'.repeat(title), description: 'x'.repeat(description) })]),
    )

  test.each([
    { title: 1, description: 50 },
    { title: 60, description: 160 },
  ])(
    'a title of $title and a description of $description characters are neither too short nor too long',
    route => {
      expect(problemsOf(route.title, route.description)).toEqual([])
    },
  )

  test.each([
    { title: 61, description: 100, problem: 'routes.home.title has 61 characters: write 1 to 60' },
    { title: 60, description: 49, problem: 'routes.home.description has 49 characters: write 50 to 160' },
    { title: 60, description: 161, problem: 'routes.home.description has 161 characters: write 50 to 160' },
  ])('a title of $title and a description of $description characters are refused', route => {
    expect(problemsOf(route.title, route.description)).toEqual([route.problem])
  })
})

test('two languages with home pages may have the same words and the same places, and one may not', () => {
  const same = { heading: 'Team', menus: { header: 1 } }
  const routesIn = (lang: string) => [
    routeOf('team', '/team', { ...same, lang: 'en' }),
    routeOf('equipe', '/fr/team', { ...same, lang }),
  ]
  expect(wordProblems(tableWithFrench(routesIn('fr')))).toEqual([])
  expect(wordProblems(tableWithFrench(routesIn('en')))).toHaveLength(3)
})
