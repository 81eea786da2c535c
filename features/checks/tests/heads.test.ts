// What routes and data say in the head of a page, and a build refuses or a prerender warns of.
import { expect, test } from 'vitest'
import { siteToCheck } from '../../../tests/support/checked-site.ts'
import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { routeWith, tableOf } from '../../../tests/support/routes.ts'
import { canonical } from '../canonical.ts'
import { headProblems } from '../head-checks.ts'
import { image } from '../image.ts'

const description = 'What a search result shows of this page: more than fifty characters.'
const routeOf = (id: string, path: ResolvedRoute['path'], more: Partial<ResolvedRoute> = {}) =>
  routeWith(id, path, { heading: id, description, ...more })

const siteWith = (routes: ResolvedRoute[], pages: string[], files: string[]) =>
  siteToCheck(tableOf(routes), {
    isPage: path => pages.includes(path),
    isFile: path => files.includes(path),
  })
/** What is wrong with what these routes name. */
const named = (...[routes, pages, files]: Parameters<typeof siteWith>) =>
  [canonical, image].flatMap(({ problems }) => problems(siteWith(routes, pages, files)))

const ADDRESS = 'write a path such as /about, or an address with https://'
test.each([
  { image: '/yard.jpg', problem: 'image is /yard.jpg: there is no such file in shared/site/public/' },
  { image: 'team.jpg', problem: `image is team.jpg: ${ADDRESS}` },
  {
    image: '/mark.svg',
    problem: 'image is /mark.svg: link previews cannot show an SVG: use a PNG or a JPEG',
  },
  { image: '/about', problem: 'image is /about: there is no such file in shared/site/public/' },
  { canonical: '/abuot', problem: 'canonical is /abuot: there is no such page' },
  { canonical: 'about', problem: `canonical is about: ${ADDRESS}` },
])('what a head names and nobody finds is refused, of a route: $problem', ({ problem, ...fields }) => {
  const routes = [routeOf('page', '/page', fields)]
  expect(named(routes, ['/about'], ['/team.jpg', '/mark.svg'])).toEqual([
    { severity: 'error', message: `routes.page.${problem}` },
  ])
})

test('a picture and a canonical address that are there, or elsewhere, are taken', () => {
  const own = { image: '/my%20team.jpg', canonical: '/about' }
  const other = { image: 'https://cdn.example/a.jpg', canonical: 'https://firm.example/note' }
  const routes = [routeOf('own', '/own', own), routeOf('other', '/other', other)]
  expect(named(routes, ['/about'], ['/my team.jpg'])).toEqual([])
})

test('what the head of a loader names and nobody finds is told with the path of the page', () => {
  const site = siteWith([], ['/jobs/smith'], [])
  const checks = [canonical.checkPages(site), image.checkPages(site)]
  const said = { '/jobs/mason': { image: '/mason.jpg' }, '/jobs/smith': { canonical: '/jobs/smith' } }
  for (const [path, fields] of Object.entries(said)) {
    const dataFields = { heading: path, description, ...fields }
    const page = { path, route: undefined, html: Buffer.alloc(0), dataFields, otherFiles: [] }
    for (const check of checks) check.add(page)
  }
  expect(checks.flatMap(check => check.diagnostics())).toEqual([
    {
      severity: 'warning',
      message: '/jobs/mason: the image is /mason.jpg: there is no such file in shared/site/public/',
    },
  ])
})

test('the heads that loaders give are refused alike: their length, and what two pages share', () => {
  const heads = {
    '/jobs/mason': { homePath: '/', title: 'Mason', description },
    '/jobs/carpenter': { homePath: '/', title: 'Carpenter', description: `${description} And more.` },
    '/jobs/short': { homePath: '/', title: 'Short', description: 'Too short' },
    '/jobs/long': { homePath: '/', title: 'x'.repeat(61), description: 'x'.repeat(161) },
    '/jobs/same': { homePath: '/', title: 'Mason', description },
  }
  expect(headProblems(new Map(Object.entries(heads)))).toEqual([
    '/jobs/mason, /jobs/same: they share the title "Mason"',
    '/jobs/long: the title has 61 characters: write 1 to 60',
    `/jobs/mason, /jobs/same: they share the description "${description}"`,
    '/jobs/short: the description has 9 characters: write 50 to 160',
    '/jobs/long: the description has 161 characters: write 50 to 160',
  ])
})

test('the heads that loaders give may have the words of a page in a language with another home page', () => {
  const same = { title: 'Mason', description }
  const heads = {
    '/jobs/mason': { ...same, homePath: '/' },
    '/fr/emplois/mason': { ...same, homePath: '/fr' },
  }
  expect(headProblems(new Map(Object.entries(heads)))).toEqual([])
})
