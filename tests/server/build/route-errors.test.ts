// Paths, fields and names of public files that the build rejects, with what to write instead. languages.test.ts covers
// languages.
import { describe, expect, test } from 'vitest'
import type { BuildFeature } from '../../../extension-points.ts'
import { fileProblems, tableProblems, unknownFieldProblems } from '../../../scripts/bundle/route-errors.ts'
import type { Route } from '../../../shared/site.ts'
import type { ResolvedRoute } from '../../support/engine.ts'
import { routesWith, routeWith, tableOf } from '../../support/routes.ts'

const description = 'What a search result shows of this page: more than fifty characters.'
const routeOf = (id: string, path: ResolvedRoute['path'], more: Partial<ResolvedRoute> = {}) =>
  routeWith(id, path, { heading: id, description, ...more })

describe('the build rejects a path, and says what to write instead:', () => {
  const files = ['favicon.ico', 'brochure.html']
  const pathProblems = (...routes: ResolvedRoute[]) =>
    tableProblems(tableOf([routeOf('home', '/'), ...routes]), files, '/members')
  const letters = 'write each segment with a to z, 0 to 9, - and _, a letter or a digit first, at most 100'

  test.each([
    ['in capitals', '/Team', 'write /team'],
    ['with a trailing slash', '/team/', 'write /team'],
    ['with an extension', '/robots.txt', letters],
    ['with a segment of 101 letters', `/team/${'x'.repeat(101)}`, letters],
    ['of the liveness probe', '/healthz', "that's a probe of the server, so choose another path"],
    ['of the assets', '/assets/team', "that's a folder of the build, so choose another path"],
    ['of development', '/dev/tools', "that's a folder of npm run dev, so choose another path"],
    ['of the not-found page', '/404', "that's the not-found page, so choose another path"],
    ['of a folder', '/team/index', "that's the index file of a folder, so choose another path"],
    ["of the members' application", '/members', "that's company.members.path, so choose another path"],
    ['of a public file', '/brochure', "that's the file brochure.html, so choose another path"],
    ['of another page', '/', "that's routes.home.path, so choose another path"],
  ] as const)('%s', (_, path, cure) => {
    expect(pathProblems(routeOf('team', path))).toEqual([`routes.team.path is ${path}: ${cure}`])
  })

  test('that a feature redirects from but is already in use', () => {
    const feature: BuildFeature = {
      redirects: ({ id }) => (id === 'team' ? [{ from: '/', field: 'old' }] : []),
    }
    const table = tableOf([routeOf('home', '/'), routeOf('team', '/team')])
    expect(tableProblems(table, files, '/members', undefined, [feature])).toEqual([
      "routes.team.old is /: that's routes.home.path, so choose another path",
    ])
  })
})

test('the build rejects a field of a feature that isn’t listed, and accepts a listed feature’s', () => {
  const route = { path: '/jobs', title: 'Jobs', description, label: 'Jobs' } as const
  const routes = { jobs: { ...route, ...{ salary: 3, place: 'Cork', hours: '40' } } }
  const hours = { read: String, wanted: 'the hours of work', example: '40' }
  const cure =
    'no feature in server/site/build-features.ts has this field. List the feature, or delete the field.'
  expect(unknownFieldProblems(routes, [{ fields: ['place'], frontMatterFields: { hours } }])).toEqual([
    `routes.jobs.salary: ${cure}`,
  ])
})

test('a route without menus is in no menu', () => {
  const { languages } = tableOf(routesWith({ home: { path: '/' }, about: { path: '/about' } }))
  expect(languages[0].menus).toEqual({ header: [], footer: [] })
})

describe('the build rejects a table of paths with params', () => {
  const problems = (pages: Parameters<typeof routesWith>[0], files: string[] = []) =>
    tableProblems(tableOf(routesWith(pages)), files, '/members')
  const at = (path: Route['path']) => ({ path })

  test.each([
    { one: '/jobs/:slug', other: '/jobs/mason' },
    { one: '/work/:year/:slug', other: '/work/2026/:name' },
  ] as const)('if an address can match both $one and $other', ({ one, other }) => {
    expect(problems({ one: at(one), other: at(other) })).toEqual([
      `routes.other.path is ${other}: an address can match both this and ${one}, so choose another path`,
    ])
  })

  test.each([
    { one: '/jobs/:slug', other: '/jobs' },
    { one: '/jobs/:slug', other: '/jobs/:slug/review' },
    { one: '/work/:year/:slug', other: '/jobs/:year/:slug' },
    { one: '/jobs/:slug/review', other: '/jobs/index/review' }, // A param never matches index.
  ] as const)('but not for $one and $other', ({ one, other }) => {
    expect(problems({ one: at(one), other: at(other) })).toEqual([])
  })

  test.each(['/:slug', '/jobs/:', '/jobs/a:slug'] as const)('if a path is %s', path => {
    expect(problems({ job: at(path) })).toEqual([
      `routes.job.path is ${path}: write each segment with a to z, 0 to 9, - and _, a letter or a digit first, at most 100`,
    ])
  })

  test('if a path has params and no feature knows its pages', () => {
    const job = routeWith('job', '/jobs/:slug', { isDynamic: false })
    expect(tableProblems(tableOf([job]), [], undefined)).toEqual([
      'routes.job.path is /jobs/:slug: no feature knows its pages, so write a path without params, or the field of a feature that knows them',
    ])
  })

  test('if a path has two params with the same name', () => {
    expect(problems({ work: at('/work/:year/:slug/:year') })).toEqual([
      'routes.work.path is /work/:year/:slug/:year: it has :year twice, so choose another name',
    ])
  })

  test.each(['jobs/mason.html', 'jobs/mason'])('if the file %s matches a path with params', file => {
    expect(problems({ job: { path: '/jobs/:slug' } }, [file])).toEqual([
      `routes.job.path is /jobs/:slug: this matches the file ${file}, so choose another path`,
    ])
  })

  test('but not if a file only resembles such a page', () => {
    const files = ['jobs/terms.pdf', 'jobs/terms.json', 'jobs/index.html', 'jobs/more/mason.json', 'jobs.css']
    expect(problems({ job: { path: '/jobs/:slug' } }, files)).toEqual([])
  })
})

describe('the build rejects a public file, and says what uses its name,', () => {
  test.each([
    { name: 'licences.txt', use: 'the licences of the bundled packages' },
    { name: 'app.js.gz', use: 'the compressed form of a file' },
    { name: 'readyz', use: 'a probe of the server' },
    { name: '404.html', use: 'the not-found page' },
    { name: '.build.json', use: 'the record of a prerender' },
  ])('if it is called $name', ({ name, use }) => {
    expect(fileProblems([name], [])).toEqual([
      `shared/site/public/${name}: that's ${use}, so choose another name`,
    ])
  })

  test('but not if its name only looks similar', () => {
    const names = ['docs/licences.txt', 'assets.pdf', 'data.gzip', 'healthz.txt', '404.png', 'team/index.pdf']
    expect(fileProblems(names, [])).toEqual([])
  })
})

test('a path may contain digits, hyphens and underscores', () => {
  expect(tableProblems(tableOf([routeOf('team', '/2-teams/our_team')]), [], undefined)).toEqual([])
})
