// Mistakes in this feature's route fields that fail the build.
import { expect, test } from 'vitest'
import type { BuildFeature } from '../../../extension-points.ts'
import { tableProblems } from '../../../scripts/bundle/route-errors.ts'
import { problemsOf as problemsIn } from '../../../tests/support/checked-site.ts'
import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { routesWith, routeWith, tableOf } from '../../../tests/support/routes.ts'
import { data } from '../build.ts'

const problemsOf = (routes: readonly ResolvedRoute[]) => problemsIn(data, tableOf(routes))

test.each([0, 0.5])('the build rejects revalidate: %d', revalidate => {
  expect(problemsOf([routeWith('jobs', '/jobs', { loader: true, revalidate })])).toEqual([
    `routes.jobs.revalidate is ${revalidate}: write a whole number of seconds, 1 or more`,
  ])
})

test('the build rejects revalidate on a page without a loader', () => {
  expect(problemsOf([routeWith('about', '/about', { revalidate: 60 })])).toEqual([
    'routes.about.revalidate is 60: a page without a loader is always cached: leave the field out',
  ])
})

test('the build accepts a page with a loader with revalidate: 1 or without revalidate', () => {
  const cached = routeWith('jobs', '/jobs', { loader: true, revalidate: 1 })
  expect(problemsOf([cached, routeWith('stock', '/stock', { loader: true })])).toEqual([])
})

const tableProblemsOf = (
  pages: Parameters<typeof routesWith>[0],
  files: readonly string[] = [],
  others: BuildFeature[] = [],
) => tableProblems(tableOf(routesWith(pages)), files, undefined, undefined, [data, ...others])

test('the build rejects another feature’s redirect from the path of a page’s data', () => {
  const pages = { jobs: { path: '/jobs', loader: true }, about: { path: '/about' } } as const
  const redirects: BuildFeature['redirects'] = ({ id }) =>
    id === 'about' ? [{ from: '/jobs.json', field: 'old' }] : []
  expect(tableProblemsOf(pages, [], [{ redirects }])).toEqual([
    "routes.about.old is /jobs.json: that's the data of /jobs, so choose another path",
  ])
})

test.each([
  { path: '/jobs', file: 'jobs.json' },
  { path: '/', file: 'index.json' },
] as const)('the build rejects a public file with the name of the data of $path', ({ path, file }) => {
  expect(tableProblemsOf({ page: { path, loader: true } }, [file])).toEqual([
    `routes.page.path is ${path}: that's the file ${file}, so choose another path`,
  ])
  expect(tableProblemsOf({ page: { path } }, [file])).toEqual([])
})

test('the build rejects a public file with the name of the data of a page with params', () => {
  expect(tableProblemsOf({ job: { path: '/jobs/:slug', loader: true } }, ['jobs/mason.json'])).toEqual([
    'routes.job.path is /jobs/:slug: this matches the file jobs/mason.json, so choose another path',
  ])
})
