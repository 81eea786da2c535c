// What the build refuses in a row of the route table, with what to write instead: paths, titles, descriptions and
// places in menus, those that loaders give, too, and times; and the names of public files. languages.test.ts has languages.
import { describe, expect, test } from 'vitest'
import type { BuildFeature } from '../../../joints.ts'
import { headProblems, loadedFieldProblems } from '../../../scripts/problems/head-checks.ts'
import {
  fileProblems,
  headFieldProblems,
  hydrateProblems,
  renamedFieldProblems,
  tableProblems,
  unknownFieldProblems,
  wordProblems,
} from '../../../scripts/problems/route-checks.ts'
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
    ['of the probe of liveness', '/healthz', 'that is a probe of the server, choose another path'],
    ['of the assets', '/assets/team', 'that is a folder of the build, choose another path'],
    ['of development', '/dev/tools', 'that is a folder of npm run dev, choose another path'],
    ['of the not-found page', '/404', 'that is the not-found page, choose another path'],
    ['of a folder', '/team/index', 'that is what hosts serve for a folder, choose another path'],
    ["of the members' application", '/members', 'that is company.members.path, choose another path'],
    ['of a public file', '/brochure', 'that is the file brochure.html, choose another path'],
    ['of another page', '/', 'that is routes.home.path, choose another path'],
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
      `routes.team.old is ${from}: that is ${taken}, choose another path`,
    ])
  })
})

test('a control character in words is named with what stands before it', () => {
  const table = tableOf([routeOf('home', '/', { heading: 'Our\u0007 prices', description: 'All\u0085' })])
  expect(tableProblems(table, [], undefined)).toEqual([
    'routes.home.title has the control character U+0007 after "Our": delete it',
    'routes.home.description has the control character U+0085 after "All": delete it',
  ])
})

test('a field of a feature that is not listed is refused, and one of a listed feature is not', () => {
  const page = { path: '/jobs', title: 'Jobs', description, label: 'Jobs' } as const
  const pages = { jobs: { ...page, ...{ salary: 3, place: 'Cork' } } }
  const cure =
    'no feature in server/site/build-features.ts has this field, list the feature or delete the field'
  expect(unknownFieldProblems(pages, [{ fields: ['place'] }])).toEqual([`routes.jobs.salary: ${cure}`])
})

test('a field of an earlier version is refused, with the field that replaces it', () => {
  const page = { path: '/sent', title: 'Sent', description, label: 'Sent' } as const
  expect(renamedFieldProblems({ sent: { ...page, ...{ script: false } }, thanks: page })).toEqual([
    "routes.sent.script: `script: false` is now `hydrate: 'never'`",
  ])
})

test.each<[ResolvedRoute['hydrate'], string[]]>([
  ['idle', []],
  ['never', []],
  [
    'interaction',
    [
      'routes.team.hydrate is interaction: onPageView of shared/site/browser.ts would miss everyone who only reads the page, so leave the field out',
    ],
  ],
])('where browser.ts counts page views, a page may be hydrated at: %s', (hydrate, problems) => {
  const routes = [routeOf('team', '/team', { hydrate })]
  expect(hydrateProblems(routes, ['onPageView'])).toEqual(problems)
  expect(hydrateProblems(routes, ['afterHydration'])).toEqual([])
})

test('a moment of hydration that there is not is refused', () => {
  const pages = routesWith({ team: { path: '/team', ...{ hydrate: 'visible' as 'idle' } } })
  expect(hydrateProblems(pages, [])).toEqual([
    'routes.team.hydrate is visible: write idle, interaction, never, or leave the field out',
  ])
})

const siteWith = (pages: string[]) => ({
  isPage: (path: string) => pages.includes(path),
  isFile: () => false,
})

const ADDRESS = 'write a path such as /about, or an address with https://'
test.each([
  { canonical: '/abuot', problem: 'is /abuot: there is no such page' },
  { canonical: 'about', problem: `is about: ${ADDRESS}` },
])('a canonical address that nobody finds is refused: it $problem', ({ canonical, problem }) => {
  expect(headFieldProblems({ canonical }, siteWith(['/about']), [])).toEqual([
    { field: 'canonical', problem },
  ])
})

test.each(['/about', '/my%20page', 'https://firm.example/note'])(
  'the canonical address %s is taken: it is there, or elsewhere',
  canonical => {
    expect(headFieldProblems({ canonical }, siteWith(['/about', '/my page']), [])).toEqual([])
  },
)

test('what the head of a loader names and nobody finds is told with the path of the page', () => {
  const said = { '/jobs/mason': { canonical: '/mason' }, '/jobs/smith': { canonical: '/jobs/smith' } }
  expect(loadedFieldProblems(new Map(Object.entries(said)), siteWith(['/jobs/smith']), [])).toEqual([
    '/jobs/mason: the canonical is /mason: there is no such page',
  ])
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

test('a route without menus is in none', () => {
  const { languages } = tableOf(routesWith({ home: { path: '/' }, about: { path: '/about' } }))
  expect(languages[0].menus).toEqual({ header: [], footer: [] })
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
      'routes.job.path is /jobs/:slug: no feature says which pages there are: write a path without params, or what its feature needs',
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

test('a path may have digits, hyphens and underscores', () => {
  expect(tableProblems(tableOf([routeOf('team', '/2-teams/our_team')]), [], undefined)).toEqual([])
})
