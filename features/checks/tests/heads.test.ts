// What routes and loaders put in the head of a page: a build rejects it, or a prerender warns about it.
import { expect, test } from 'vitest'
import { siteToCheck } from '../../../tests/support/checked-site.ts'
import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { routeWith, tableOf } from '../../../tests/support/routes.ts'
import { canonical } from '../canonical.ts'
import { headProblems } from '../head-checks.ts'

const description = 'What a search result shows of this page: more than fifty characters.'
const routeOf = (id: string, path: ResolvedRoute['path'], more: Partial<ResolvedRoute> = {}) =>
  routeWith(id, path, { heading: id, description, ...more })

const ADDRESS = 'write a path such as /about, or an address with https://'

/** The problems of a route with this canonical address, in a site with two pages. */
const problemsOf = (address: string) => {
  const isPage = (path: string) => ['/about', '/my page'].includes(path)
  return canonical.problems(
    siteToCheck(tableOf([routeOf('page', '/page', { canonical: address })]), { isPage }),
  )
}

test.each([
  { address: '/abuot', problem: 'there is no such page' },
  { address: 'about', problem: ADDRESS },
])('the canonical address $address is rejected: $problem', ({ address, problem }) => {
  const message = `routes.page.canonical is ${address}: ${problem}`
  expect(problemsOf(address)).toEqual([{ severity: 'error', message }])
})

test.each(['/about', '/my%20page', 'https://firm.example/note'])(
  'the canonical address %s is accepted: the page exists, or is on another site',
  address => {
    expect(problemsOf(address)).toEqual([])
  },
)

test('a loader’s canonical address without a page is a warning with the path of the page', () => {
  const check = canonical.checkPages(siteToCheck(tableOf([]), { isPage: path => path === '/jobs/smith' }))
  for (const [path, address] of [
    ['/jobs/mason', '/mason'],
    ['/jobs/smith', '/jobs/smith'],
  ] as const) {
    const dataFields = { heading: path, description, canonical: address }
    check.add({ path, route: undefined, html: Buffer.alloc(0), dataFields, otherFiles: [] })
  }
  expect(check.diagnostics()).toEqual([
    { severity: 'warning', message: '/jobs/mason: the canonical is /mason: there is no such page' },
  ])
})

test('heads from loaders are rejected when a text is too short or long, or two pages share it', () => {
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
