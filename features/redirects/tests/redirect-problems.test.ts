// What the build refuses in `redirectFrom`, with what to write instead.
import { expect, test } from 'vitest'
import { tableProblems } from '../../../scripts/bundle/route-errors.ts'
import { fieldInTable } from '../../../scripts/lib/field-places.ts'
import { problemsOf as problemsIn } from '../../../tests/support/checked-site.ts'
import type { ResolvedRoute } from '../../../tests/support/engine.ts'
import { routeWith, tableOf } from '../../../tests/support/routes.ts'
import { redirects } from '../build.ts'

/** The problems of a site with this route and a home page. */
function problemsOf(...others: ResolvedRoute[]): string[] {
  const table = tableOf([routeWith('home', '/'), ...others])
  return [
    ...tableProblems(table, ['favicon.ico'], '/members', fieldInTable, [redirects]),
    ...problemsIn(redirects, table),
  ]
}

const inMiddleware = 'redirect it in server/site/middleware.ts, as features/redirects/README.md says'
const letters = `a former path has a to z, 0 to 9, -, _ and ., a letter or a digit first in each segment, ${inMiddleware}`
test.each([
  ['/Old.PHP', 'write /old.php: our server redirects capitals, too, and a static host needs a rule for them'],
  ['/index.php?id=3', `a former path has no query, ${inMiddleware}`],
  ['/us/:name', `a former path has no param, ${inMiddleware}`],
  ['/about.html#team', 'no browser sends what follows #, leave that out'],
  ['/100%', letters],
  ['older', 'write /older'],
  ['/', 'that is routes.home.path: choose another path'],
  ['/team', 'that is routes.team.path: choose another path'],
])('%s', (path, cure) => {
  expect(problemsOf(routeWith('team', '/team', { redirectFrom: [path] }))).toEqual([
    `routes.team.redirectFrom[0] is ${path}: ${cure}`,
  ])
})

test('a former path of two pages', () => {
  const routes = [
    routeWith('team', '/team', { redirectFrom: ['/old.html'] }),
    routeWith('us', '/us', { redirectFrom: ['/old.html'] }),
  ]
  expect(problemsOf(...routes)).toEqual([
    'routes.us.redirectFrom[0] is /old.html: that is routes.team.redirectFrom[0]: choose another path',
  ])
})

test('a former path of a page with params, which would lead to no address', () => {
  const redirectFrom = ['/karriere.php', '/jobs/old']
  const cure = 'move it to the route of a page with one address'
  expect(problemsOf(routeWith('job', '/jobs/:slug', { redirectFrom }))).toEqual([
    `routes.job.redirectFrom[0] is /karriere.php: that would redirect to /jobs/:slug, ${cure}`,
    `routes.job.redirectFrom[1] is /jobs/old: that would redirect to /jobs/:slug, ${cure}`,
  ])
})

test('a former path that fits another route, which would answer for it', () => {
  const about = routeWith('about', '/about', { redirectFrom: ['/jobs/about'] })
  expect(problemsOf(routeWith('job', '/jobs/:slug'), about)).toEqual([
    'routes.about.redirectFrom[0] is /jobs/about: that fits /jobs/:slug, which answers for it: redirect it there',
  ])
})

test('nothing where former paths have digits, hyphens, underscores and dots', () => {
  const redirectFrom = ['/2019/old_page.html', '/index.php', '/o-2']
  expect(problemsOf(routeWith('team', '/team', { redirectFrom }))).toEqual([])
})

test.each([
  { written: ['/old', '/older.html'], read: ['/old', '/older.html'] },
  { written: '/old', read: undefined },
  { written: ['/old', ''], read: undefined },
  { written: [['/old']], read: undefined },
])('in the front matter of a text, $written is read as $read', ({ written, read }) => {
  expect(redirects.textFields?.redirectFrom?.read(written)).toEqual(read)
})
