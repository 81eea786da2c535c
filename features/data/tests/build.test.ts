// What a build refuses of the fields that this feature adds to a route.
import { expect, test } from 'vitest'
import type { BuildFeature } from '../../../joints.ts'
import { tableProblems } from '../../../scripts/bundle/route-errors.ts'
import { problemsOf as problemsIn } from '../../../tests/support/checked-site.ts'
import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { routesWith, routeWith, tableOf } from '../../../tests/support/routes.ts'
import { data } from '../build.ts'

const problemsOf = (routes: readonly ResolvedRoute[]) => problemsIn(data, tableOf(routes))

test.each([Number.POSITIVE_INFINITY, -1, 0, 0.5])(
  'a page that is cached for %d seconds is refused',
  revalidate => {
    expect(problemsOf([routeWith('jobs', '/jobs', { loader: true, revalidate })])).toEqual([
      `routes.jobs.revalidate is ${revalidate}: write a whole number of seconds, 1 or more`,
    ])
  },
)

test('a time to cache a page for is refused where the page has no loader', () => {
  expect(problemsOf([routeWith('about', '/about', { revalidate: 60 })])).toEqual([
    'routes.about.revalidate is 60: a page without a loader is always cached: leave the field out',
  ])
})

test('a page with a loader may be cached for a second or more, or not at all', () => {
  const cached = routeWith('jobs', '/jobs', { loader: true, revalidate: 1 })
  expect(problemsOf([cached, routeWith('stock', '/stock', { loader: true })])).toEqual([])
})

const tableProblemsOf = (
  pages: Parameters<typeof routesWith>[0],
  files: readonly string[] = [],
  others: BuildFeature[] = [],
) => tableProblems(tableOf(routesWith(pages)), files, undefined, undefined, [data, ...others])

test('a path from which another feature redirects is refused where the data of a page is', () => {
  const pages = { jobs: { path: '/jobs', loader: true }, about: { path: '/about' } } as const
  const redirects: BuildFeature['redirects'] = ({ id }) =>
    id === 'about' ? [{ from: '/jobs.json', field: 'old' }] : []
  expect(tableProblemsOf(pages, [], [{ redirects }])).toEqual([
    'routes.about.old is /jobs.json: that is the data of /jobs: choose another path',
  ])
})

test.each([
  { path: '/jobs', file: 'jobs.json' },
  { path: '/', file: 'index.json' },
] as const)('a file with the name of the data of $path is refused', ({ path, file }) => {
  expect(tableProblemsOf({ page: { path, loader: true } }, [file])).toEqual([
    `routes.page.path is ${path}: that is the file ${file}: choose another path`,
  ])
  expect(tableProblemsOf({ page: { path } }, [file])).toEqual([])
})

test('a file with the name of the data of a page with params is refused', () => {
  expect(tableProblemsOf({ job: { path: '/jobs/:slug', loader: true } }, ['jobs/mason.json'])).toEqual([
    'routes.job.path is /jobs/:slug: this matches the file jobs/mason.json: choose another path',
  ])
})
