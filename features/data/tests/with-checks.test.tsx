// The build's checks of pages with data: titles and descriptions, and links to pages that paths() lists.
import { expect, test } from 'vitest'
import { readPagePaths } from '../../../scripts/write/page-paths.ts'
import { siteToCheck } from '../../../tests/support/checked-site.ts'
import { prerenderValues, Words, words } from '../../../tests/support/prerender-values.tsx'
import { table } from '../../../tests/support/table-with-params.ts'
import { checks } from '../../checks/build.ts'
import { linkProblem, siteLinksOf } from '../../checks/link-checks.ts'
import { pathsOf } from '../route-paths.ts'
import { pagesOfValues, type ValuePage } from './support/value-site.tsx'

const prerender = async (pages: Record<string, ValuePage>, options?: { paths: string[] }) =>
  prerenderValues(await pagesOfValues(pages), { features: [checks], ...options })

test('a shared title or description is a warning with the paths of the pages', async () => {
  const load = () => ({ data: 1, head: { ...words('Job'), title: 'Job' } })
  const { warnings } = await prerender(
    { job: { path: '/jobs/:slug', ...words('Job'), load, Component: Words } },
    { paths: ['/jobs/mason', '/jobs/joiner'] },
  )
  expect(warnings).toEqual([
    '/jobs/mason, /jobs/joiner: they share the title "Job"',
    expect.stringContaining('/jobs/mason, /jobs/joiner: they share the description'),
  ])
})

test('links are checked against paths(), and a route without it has every page', async () => {
  const loaders = { job: { load: () => ({ data: 1 }), paths: () => ['/jobs/mason'] } }
  const { isPage } = await readPagePaths(table, [
    { pathsOf: route => pathsOf(route, table, loaders), render: async () => undefined },
  ])
  const targets = siteLinksOf(siteToCheck(table, { isPage }))
  const problem = (path: string) => linkProblem(path, '/', targets)
  expect({
    named: await problem('/jobs/mason'),
    unnamed: await problem('/jobs/pilot'),
    otherLetters: await problem('/jobs/Mason'),
    ofRowWithout: await problem('/work/2026/anything'),
    fixed: await problem('/about'),
    nowhere: await problem('/nowhere'),
  }).toEqual({
    named: undefined,
    unnamed: 'but routes.job has no page at this path',
    otherLetters: 'which redirects: write /jobs/mason',
    ofRowWithout: undefined,
    fixed: undefined,
    nowhere: "but there's no such page, file or endpoint",
  })
})
