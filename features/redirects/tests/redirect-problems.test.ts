// What the build rejects in `redirectFrom`, with what to write instead.
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
const letters = `an old path has only a to z, 0 to 9, -, _ and ., and each segment begins with a letter or a digit: ${inMiddleware}`
test.each([
  [
    '/Old.PHP',
    'write /old.php: our server redirects capitals as well, but a static host needs its own rule for them',
  ],
  ['/index.php?id=3', `an old path can't have a query: ${inMiddleware}`],
  ['/us/:name', `an old path can't have a param: ${inMiddleware}`],
  ['/about.html#team', 'browsers never send the part after #: leave it out'],
  ['/100%', letters],
  ['older', 'write /older'],
  ['/', "that's routes.home.path, so choose another path"],
  ['/team', "that's routes.team.path, so choose another path"],
])('the old path %s is rejected', (path, cure) => {
  expect(problemsOf(routeWith('team', '/team', { redirectFrom: [path] }))).toEqual([
    `routes.team.redirectFrom[0] is ${path}: ${cure}`,
  ])
})

test('an old path of two pages is rejected', () => {
  const routes = [
    routeWith('team', '/team', { redirectFrom: ['/old.html'] }),
    routeWith('us', '/us', { redirectFrom: ['/old.html'] }),
  ]
  expect(problemsOf(...routes)).toEqual([
    "routes.us.redirectFrom[0] is /old.html: that's routes.team.redirectFrom[0], so choose another path",
  ])
})

test('an old path of a page with params is rejected, because it has no single target', () => {
  const redirectFrom = ['/karriere.php', '/jobs/old']
  const cure = 'which has params: move it to the route of a page with one address'
  expect(problemsOf(routeWith('job', '/jobs/:slug', { redirectFrom }))).toEqual([
    `routes.job.redirectFrom[0] is /karriere.php: it can't redirect to /jobs/:slug, ${cure}`,
    `routes.job.redirectFrom[1] is /jobs/old: it can't redirect to /jobs/:slug, ${cure}`,
  ])
})

test('an old path that matches another route is rejected, because that route would handle it', () => {
  const about = routeWith('about', '/about', { redirectFrom: ['/jobs/about'] })
  expect(problemsOf(routeWith('job', '/jobs/:slug'), about)).toEqual([
    'routes.about.redirectFrom[0] is /jobs/about: requests for it go to /jobs/:slug: redirect it there',
  ])
})

test('old paths with digits, hyphens, underscores and dots are accepted', () => {
  const redirectFrom = ['/2019/old_page.html', '/index.php', '/o-2']
  expect(problemsOf(routeWith('team', '/team', { redirectFrom }))).toEqual([])
})

test.each([
  { written: ['/old', '/older.html'], read: ['/old', '/older.html'] },
  { written: '/old', read: undefined },
  { written: ['/old', ''], read: undefined },
  { written: [['/old']], read: undefined },
])('in the front matter of a text, $written is read as $read', ({ written, read }) => {
  expect(redirects.frontMatterFields?.redirectFrom?.read(written)).toEqual(read)
})
