// What the build refuses in a route, with what to write instead: its path and its fields; and the names of public files.
// languages.test.ts has languages.
import { describe, expect, test } from 'vitest'
import type { BuildFeature } from '../../../joints.ts'
import { fileProblems, tableProblems, unknownFieldProblems } from '../../../scripts/bundle/route-errors.ts'
import type { Route } from '../../../shared/site.ts'
import type { ResolvedRoute } from '../../support/engine.ts'
import { routesWith, routeWith, tableOf } from '../../support/routes.ts'

const description = 'What a search result shows of this page: more than fifty characters.'
const routeOf = (id: string, path: ResolvedRoute['path'], more: Partial<ResolvedRoute> = {}) =>
  routeWith(id, path, { heading: id, description, ...more })

describe('a path is refused, with what to write instead,', () => {
  const files = ['favicon.ico', 'brochure.html']
  const pathProblems = (...routes: ResolvedRoute[]) =>
    tableProblems(tableOf([routeOf('home', '/'), ...routes]), files, '/members')
  const letters = 'write each segment with a to z, 0 to 9, - and _, a letter or a digit first, at most 100'

  test.each([
    ['in capitals', '/Team', 'write /team'],
    ['with a slash at its end', '/team/', 'write /team'],
    ['with an extension', '/robots.txt', letters],
    ['with a segment of 101 letters', `/team/${'x'.repeat(101)}`, letters],
    ['of the probe of liveness', '/healthz', 'that is a probe of the server: choose another path'],
    ['of the assets', '/assets/team', 'that is a folder of the build: choose another path'],
    ['of development', '/dev/tools', 'that is a folder of npm run dev: choose another path'],
    ['of the not-found page', '/404', 'that is the not-found page: choose another path'],
    ['of a folder', '/team/index', 'that is what hosts serve for a folder: choose another path'],
    ["of the members' application", '/members', 'that is company.members.path: choose another path'],
    ['of a public file', '/brochure', 'that is the file brochure.html: choose another path'],
    ['of another page', '/', 'that is routes.home.path: choose another path'],
  ] as const)('%s', (_, path, cure) => {
    expect(pathProblems(routeOf('team', path))).toEqual([`routes.team.path is ${path}: ${cure}`])
  })

  test.each([
    { from: '/', taken: 'routes.home.path' },
    { from: '/team', taken: 'routes.team.path' },
    { from: '/members', taken: 'company.members.path' },
    { from: '/brochure.html', taken: 'the file brochure.html' },
    { from: '/healthz', taken: 'a probe of the server' },
  ])('from which a feature redirects, where there is something else: $from', ({ from, taken }) => {
    const feature: BuildFeature = { redirects: ({ id }) => (id === 'team' ? [{ from, field: 'old' }] : []) }
    const table = tableOf([routeOf('home', '/'), routeOf('team', '/team')])
    expect(tableProblems(table, files, '/members', undefined, [feature])).toEqual([
      `routes.team.old is ${from}: that is ${taken}: choose another path`,
    ])
  })
})

test('a field of a feature that is not listed is refused, and one of a listed feature is not', () => {
  const page = { path: '/jobs', title: 'Jobs', description, label: 'Jobs' } as const
  const pages = { jobs: { ...page, ...{ salary: 3, place: 'Cork' } } }
  const cure =
    'no feature in server/site/build-features.ts has this field. List the feature, or delete the field.'
  expect(unknownFieldProblems(pages, [{ fields: ['place'] }])).toEqual([`routes.jobs.salary: ${cure}`])
})

test('a route without menus is in none', () => {
  const { languages } = tableOf(routesWith({ home: { path: '/' }, about: { path: '/about' } }))
  expect(languages[0].menus).toEqual({ header: [], footer: [] })
})

describe('a table with paths with params is refused', () => {
  const problems = (pages: Parameters<typeof routesWith>[0], files: string[] = []) =>
    tableProblems(tableOf(routesWith(pages)), files, '/members')
  const at = (path: Route['path']) => ({ path })

  test.each([
    { one: '/jobs/:slug', other: '/jobs/:name' },
    { one: '/jobs/:slug', other: '/jobs/mason' },
    { one: '/work/:year/:slug', other: '/work/2026/:name' },
  ] as const)('where an address can fit $one and $other', ({ one, other }) => {
    expect(problems({ one: at(one), other: at(other) })).toEqual([
      `routes.other.path is ${other}: an address can match both this and ${one}: choose another path`,
    ])
  })

  test.each([
    { one: '/jobs/:slug', other: '/jobs' },
    { one: '/jobs/:slug', other: '/jobs/:slug/review' },
    { one: '/work/:year/:slug', other: '/jobs/:year/:slug' },
    { one: '/jobs/:slug/review', other: '/jobs/index/review' }, // No part is named index.
  ] as const)('but not for $one and $other', ({ one, other }) => {
    expect(problems({ one: at(one), other: at(other) })).toEqual([])
  })

  test.each(['/:slug', '/:slug/jobs', '/jobs/:', '/jobs/a:slug', '/jobs/:a:b'] as const)(
    'where a path is %s',
    path => {
      expect(problems({ job: at(path) })).toEqual([
        `routes.job.path is ${path}: write each segment with a to z, 0 to 9, - and _, a letter or a digit first, at most 100`,
      ])
    },
  )

  test('where a path has params, and no feature that says which pages there are', () => {
    const job = routeWith('job', '/jobs/:slug', { isDynamic: false })
    expect(tableProblems(tableOf([job]), [], undefined)).toEqual([
      'routes.job.path is /jobs/:slug: no feature knows its pages: write a path without params, or the fields that a feature needs',
    ])
  })

  test('where two parts of a path have one name', () => {
    expect(problems({ work: at('/work/:year/:slug/:year') })).toEqual([
      'routes.work.path is /work/:year/:slug/:year: it has :year twice: choose another name',
    ])
  })

  test.each(['jobs/mason.html', 'jobs/mason'])(
    'where the file %s has the name of a page with params',
    file => {
      expect(problems({ job: { path: '/jobs/:slug' } }, [file])).toEqual([
        `routes.job.path is /jobs/:slug: this matches the file ${file}: choose another path`,
      ])
    },
  )

  test('but not for a file beside such a page', () => {
    const files = ['jobs/terms.pdf', 'jobs/terms.json', 'jobs/index.html', 'jobs/more/mason.json', 'jobs.css']
    expect(problems({ job: { path: '/jobs/:slug' } }, files)).toEqual([])
  })
})

describe('a public file is refused, with what has its name,', () => {
  test.each([
    { name: 'licences.txt', use: 'the licences of what is in the script' },
    { name: 'app.js.gz', use: 'the compressed form of a file' },
    { name: 'app.js.br', use: 'the compressed form of a file' },
    { name: 'assets/app.js', use: 'a folder of the build' },
    { name: 'readyz', use: 'a probe of the server' },
    { name: '404.html', use: 'the not-found page' },
    { name: 'team/index.html', use: 'what hosts serve for a folder' },
    { name: '.build.json', use: 'what a prerender writes' },
  ])('where it is called $name', ({ name, use }) => {
    expect(fileProblems([name], [])).toEqual([
      `shared/site/public/${name}: that is ${use}, choose another name`,
    ])
  })

  test('but not where a name only looks like it', () => {
    const names = ['docs/licences.txt', 'assets.pdf', 'data.gzip', 'healthz.txt', '404.png', 'team/index.pdf']
    expect(fileProblems(names, [])).toEqual([])
  })
})

test('a path may have digits, hyphens and underscores', () => {
  expect(tableProblems(tableOf([routeOf('team', '/2-teams/our_team')]), [], undefined)).toEqual([])
})
