// Paths with parts, such as /stellen/:slug: which addresses fit, what the loader is given, and what a prerender makes of
// the paths that it names.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { describe, expect, test, vi } from 'vitest'
import { linkProblem } from '../../scripts/check/link-checks.ts'
import { tableProblems } from '../../scripts/check/table-checks.ts'
import { readPagePaths, withPaths } from '../../scripts/write/page-paths.ts'
import type { AnyLoader } from '../../server/pages/load-page.ts'
import { notFound } from '../../server/pages/loader.ts'
import type { Page } from '../../shared/owner.ts'
import { createPageTable, rowsOf } from '../../shared/page-table.ts'
import { ask } from '../support/ask.ts'
import { dist, listen, siteOf } from '../support/fixture-site.ts'
import { createLogLines } from '../support/log-lines.ts'
import { owner } from '../support/owner.tsx'
import { siteOfValues } from '../support/value-site.tsx'

const { log, lines } = createLogLines()

/** The rows of a table with these paths and former paths. */
function rowsWith(pages: Record<string, Partial<Page> & Pick<Page, 'path'>>) {
  const words = { title: 'A page', description: 'What it shows.', label: 'x', menus: {} }
  const written = Object.entries(pages).map(([id, page]) => [id, { ...words, ...page }] as const)
  return rowsOf(Object.fromEntries(written), owner.company)
}

const table = createPageTable(
  rowsWith({
    home: { path: '/' },
    jobs: { path: '/jobs' },
    job: { path: '/jobs/:slug', loader: true },
    work: { path: '/work/:year/:slug', loader: true },
    review: { path: '/jobs/:slug/review', loader: true },
    about: { path: '/about', former: ['/us'] },
  }),
)
/** The id of the row for a path, and its parts. */
function matched(path: string) {
  const match = table.match(path)
  return match && { id: match.row.id, params: { ...match.params } }
}

describe('an address', () => {
  test.each([
    { path: '/jobs/mason', id: 'job', params: { slug: 'mason' } },
    { path: '/jobs/7', id: 'job', params: { slug: '7' } },
    { path: '/jobs/a-b_c', id: 'job', params: { slug: 'a-b_c' } },
    { path: '/jobs/index-of-all', id: 'job', params: { slug: 'index-of-all' } },
    { path: '/jobs/constructor', id: 'job', params: { slug: 'constructor' } },
    { path: `/jobs/${'a'.repeat(100)}`, id: 'job', params: { slug: 'a'.repeat(100) } },
    { path: '/jobs/mason/review', id: 'review', params: { slug: 'mason' } },
    { path: '/work/2026/barn', id: 'work', params: { year: '2026', slug: 'barn' } },
    { path: '/jobs', id: 'jobs', params: {} },
  ])('$path fits the row $id', ({ path, id, params }) => {
    expect(matched(path)).toEqual({ id, params })
  })

  test.each([
    ...['/jobs/', '/jobs//', '/jobs/mason/', '/jobs/Mason', '/jobs/mason/other', '/jobs/:slug', '/work/2026'],
    ...['/jobs/index', '/work/index/a', '/work/2026/index', '/jobs/-a', '/jobs/_a', '/jobs/a.b', '/jobs/..'],
    ...[
      '/jobs/a b',
      '/jobs/a%20b',
      '/jobs/a%2fb',
      '/jobs/é',
      '/jobs/a\n',
      '/jobs/a/',
      '//jobs/a',
      'jobs/a',
      '',
    ],
    `/jobs/${'a'.repeat(101)}`,
  ])('%j fits none', path => {
    expect(matched(path)).toBeUndefined()
  })

  test.each([
    { from: '/Jobs/Mason', to: '/jobs/mason' },
    { from: '/jobs/mason/', to: '/jobs/mason' },
    { from: '/jobs//mason', to: '/jobs/mason' },
    { from: '/jobs/%6dason', to: '/jobs/mason' },
    { from: '/WORK/2026/Barn/', to: '/work/2026/barn' },
    { from: '/us', to: '/about' },
  ])('$from redirects to $to', ({ from, to }) => {
    expect(table.redirectOf(from)).toBe(to)
  })

  test.each(['/jobs/mason', '/jobs/Index', '/jobs/a.B', '/jobs/a%2Fb', '/jobs/%', '/jobs/A%20b'])(
    '%s redirects nowhere',
    path => {
      expect(table.redirectOf(path)).toBeUndefined()
    },
  )

  test('has parts without a prototype', () => {
    for (const path of ['/jobs/constructor', '/jobs', '/jobs/__proto__', '/jobs/hasownproperty'])
      expect(Object.getPrototypeOf(table.match(path)?.params ?? Object.create(null))).toBeNull()
    expect('toString' in (table.match('/jobs/a')?.params ?? {})).toBe(false)
  })

  test('a part may be named as a property of every object', () => {
    const odd = createPageTable(rowsWith({ odd: { path: '/odd/:constructor/:hasownproperty' } }))
    const { params } = odd.match('/odd/a/b') ?? {}
    expect({ ...params }).toEqual({ constructor: 'a', hasownproperty: 'b' })
  })
})

describe('over HTTP', async () => {
  const jobs = vi.fn()
  const load: AnyLoader['load'] = ({ params }) => {
    jobs(params.slug)
    return params.slug === 'gone' ? notFound() : { data: params }
  }
  const open = async () => listen(await siteOfValues({ job: { path: '/jobs/:slug', load } }, log))

  test.each([
    { what: 'other letters', path: '/jobs/Mason', status: 308, location: '/jobs/mason' },
    {
      what: 'a slash at the end, with a query',
      path: '/jobs/mason/?a=1',
      status: 308,
      location: '/jobs/mason?a=1',
    },
    { what: 'an escaped letter', path: '/jobs/%6Dason', status: 308, location: '/jobs/mason' },
    { what: 'an encoded slash', path: '/jobs/a%2Fb', status: 400 },
    { what: 'an encoded NUL', path: '/jobs/a%00', status: 400 },
    { what: 'half an escape', path: '/jobs/%E0%A4%A', status: 400 },
    { what: 'the folder above', path: '/jobs/..', status: 404 },
    { what: 'the folder above, encoded', path: '/jobs/%2e%2e', status: 404 },
    { what: 'another page above', path: '/jobs/../jobs/mason', status: 404 },
    { what: 'index', path: '/jobs/index', status: 404 },
    { what: 'a dot', path: '/jobs/a.b', status: 404 },
    { what: 'five kilobytes', path: `/jobs/${'a'.repeat(5000)}`, status: 404 },
    { what: 'ten kilobytes', path: `/jobs/${'a'.repeat(10_000)}`, status: 414 },
    { what: 'the part itself', path: '/jobs/:slug', status: 404 },
  ])('$what is a $status, and asks no loader', async ({ path, status, location }) => {
    jobs.mockClear()
    await using server = await open()
    const reply = await ask(server.url + path)
    expect({ status: reply.status, location: reply.headers.location }).toEqual({ status, location })
    if (!path.includes('?') && status !== 308)
      expect((await ask(`${server.url}${path}.json`)).status).toBe(status)
    expect(jobs).not.toHaveBeenCalled()
  })

  test('a part that its loader does not know is the site’s own 404', async () => {
    await using server = await open()
    const { status, body } = await ask(`${server.url}/jobs/gone`)
    expect({ status, body: String(body) }).toEqual({
      status: 404,
      body: expect.stringContaining('Not found'),
    })
  })

  test.each(['POST', 'PUT', 'DELETE'])('%s is a 405 for every part, found or not', async method => {
    await using server = await open()
    for (const path of ['/jobs/mason', '/jobs/gone', '/jobs/mason.json']) {
      const { status, headers } = await ask(server.url + path, { method })
      expect({ path, status, allow: headers.allow }).toEqual({ path, status: 405, allow: 'GET, HEAD' })
    }
  })

  test('pages of one row are kept apart', async () => {
    const site = { job: { path: '/jobs/:slug', load, revalidate: 60 } } as const
    await using server = await listen(await siteOfValues(site, log))
    for (let round = 0; round < 2; round++)
      for (const slug of ['mason', 'joiner']) {
        const { body } = await ask(`${server.url}/jobs/${slug}`)
        expect(String(body)).toContain(`<pre>{&quot;slug&quot;:&quot;${slug}&quot;}</pre>`)
      }
  })
})

describe.each(['live', 'static'] as const)('%s, the fixture', serve => {
  test.each([
    { path: '/stellen/constructor', words: 'Konstrukteurin' },
    { path: '/stellen/lagerist', words: 'Lagerist' },
  ])('$path shows its own words', async ({ path, words }) => {
    await using server = await listen(await siteOf({ serve }))
    const { status, body } = await ask(server.url + path)
    expect({ status, body: String(body) }).toEqual({
      status: 200,
      body: expect.stringContaining(`>${words}</h1>`),
    })
  })

  test.each([
    { path: '/stellen/pilot', status: 404 },
    { path: '/stellen/hasownproperty', status: 404 },
    { path: '/stellen/tostring', status: 404 },
    { path: '/stellen/__proto__', status: 404 },
    { path: '/stellen/index', status: 404 },
    { path: '/stellen/tischlerin.html', status: 404 },
    { path: '/stellen/Tischlerin', status: 308 },
    { path: '/stellen/zimmerer', status: 301 },
  ])('$path is a $status', async ({ path, status }) => {
    await using server = await listen(await siteOf({ serve }))
    expect((await ask(server.url + path)).status).toBe(status)
  })

  test('a part that was not known to the build is asked of the loader', async () => {
    const job = vi.fn(() => ['Drechslerin', 'Seit heute.'])
    vi.stubGlobal('sources', { job })
    await using server = await listen(await siteOf({ serve }))
    for (const path of ['/stellen/drechslerin', '/stellen/drechslerin.json'])
      expect(String((await ask(server.url + path)).body)).toContain('Drechslerin')
    expect(job).toHaveBeenCalledTimes(2)
  })
})

test('a static server sends what dist/ has of a path with parts, and asks no loader', async () => {
  const job = vi.fn(() => ['Drechslerin'])
  vi.stubGlobal('sources', { job })
  await using server = await listen(await siteOf({ serve: 'static' }))
  for (const name of ['tischlerin', 'constructor', 'lagerist'])
    for (const [path, file] of [
      [`/stellen/${name}`, `stellen/${name}.html`],
      [`/stellen/${name}.json`, `stellen/${name}.json`],
    ] as const)
      expect(String((await ask(server.url + path)).body)).toBe(readFileSync(join(dist, file), 'utf8'))
  expect(job).not.toHaveBeenCalled()
})

describe('the table is refused', () => {
  const problems = (pages: Parameters<typeof rowsWith>[0], files: string[] = []) =>
    tableProblems(rowsWith(pages), files, '/members')
  /** A page with a loader, as a path with parts must have one. */
  const loaded = (path: Page['path']) => ({ path, loader: true }) as const

  test.each([
    { one: '/jobs/:slug', other: '/jobs/:name' },
    { one: '/jobs/:slug', other: '/jobs/mason' },
    { one: '/jobs/mason', other: '/jobs/:slug' },
    { one: '/work/:year/:slug', other: '/work/2026/:name' },
    { one: '/work/2026/:slug', other: '/work/:year/barn' },
  ] as const)('where an address can fit $one and $other', ({ one, other }) => {
    expect(problems({ one: loaded(one), other: loaded(other) })).toEqual([
      `pages.other.path is ${other}: an address can fit that and ${one}, choose another path`,
    ])
  })

  test.each([
    { one: '/jobs/:slug', other: '/jobs' },
    { one: '/jobs/:slug', other: '/jobs/:slug/review' },
    { one: '/work/:year/:slug', other: '/jobs/:year/:slug' },
    { one: '/work/2026/:slug', other: '/work/2027/:slug' },
  ] as const)('but not for $one and $other', ({ one, other }) => {
    expect(problems({ one: loaded(one), other: loaded(other) })).toEqual([])
  })

  test.each(['/:slug', '/:slug/jobs', '/jobs/:', '/jobs/a:slug', '/jobs/:a:b'] as const)(
    'where a path is %s',
    path => {
      expect(problems({ job: loaded(path) })).toEqual([
        `pages.job.path is ${path}: write each part with a to z, 0 to 9 and hyphens`,
      ])
    },
  )

  test('where a path has parts, and no loader that knows which pages there are', () => {
    expect(problems({ job: { path: '/jobs/:slug' } })).toEqual([
      'pages.job.path is /jobs/:slug: only a loader knows which pages there are, write loader: true',
    ])
  })

  test('where two parts of a path have one name', () => {
    expect(problems({ work: loaded('/work/:year/:slug/:year') })).toEqual([
      'pages.work.path is /work/:year/:slug/:year: it has :year twice, choose another name',
    ])
  })

  test('where a former path has parts', () => {
    expect(problems({ about: { path: '/about', former: ['/us/:name'] } })).toEqual([
      'pages.about.former[0] is /us/:name: write each part with a to z, 0 to 9 and hyphens',
    ])
  })

  test('where a former path fits another row, which would answer for it', () => {
    expect(
      problems({ job: loaded('/jobs/:slug'), about: { path: '/about', former: ['/jobs/about'] } }),
    ).toEqual(['pages.about.former[0] is /jobs/about: that fits /jobs/:slug, whose loader redirects it'])
  })

  test('where a former path is the data of a page', () => {
    const pages = {
      jobs: { path: '/jobs', loader: true },
      about: { path: '/about', former: ['/jobs.json'] },
    } as const
    expect(problems(pages)).toEqual([
      'pages.about.former[0] is /jobs.json: that is the data of /jobs, choose another path',
    ])
  })

  test.each([
    { path: '/jobs', file: 'jobs.json' },
    { path: '/', file: 'index.json' },
  ] as const)('where a file has the name of the data of $path', ({ path, file }) => {
    expect(problems({ page: { path, loader: true } }, [file])).toEqual([
      `pages.page.path is ${path}: that is the file ${file}, choose another path`,
    ])
    expect(problems({ page: { path } }, [file])).toEqual([])
  })

  test.each(['jobs/mason.json', 'jobs/mason.html', 'jobs/mason'])(
    'where the file %s has the name of a page with parts',
    file => {
      expect(problems({ job: { path: '/jobs/:slug', loader: true } }, [file])).toEqual([
        `pages.job.path is /jobs/:slug: that fits the file ${file}, choose another path`,
      ])
    },
  )

  test('but not for a file beside such a page', () => {
    const files = ['jobs/terms.pdf', 'jobs/index.html', 'jobs/more/mason.json', 'jobs.css']
    expect(problems({ job: { path: '/jobs/:slug', loader: true } }, files)).toEqual([])
  })
})

describe('paths()', () => {
  const load = () => ({ data: 1 })
  const read = (loaders: Record<string, AnyLoader>) =>
    readPagePaths(table, { work: { load }, review: { load }, ...loaders })

  test('says which pages are written, in the order of the table, and the rows without it are named', async () => {
    const paths = await read({ job: { load, paths: async () => ['/jobs/mason', '/jobs/joiner'] } })
    expect({ all: paths.all, missing: paths.missing }).toEqual({
      all: ['/', '/jobs', '/jobs/mason', '/jobs/joiner', '/about'],
      missing: ['/work/:year/:slug', '/jobs/:slug/review'],
    })
  })

  test('is asked once, and not of a row with prerender: false', async () => {
    const own = createPageTable(
      rowsWith({
        job: { path: '/jobs/:slug', loader: true },
        other: { path: '/other/:slug', loader: true, prerender: false },
      }),
    )
    const job = vi.fn(() => ['/jobs/mason'])
    const other = vi.fn(() => ['/other/a'])
    const paths = await readPagePaths(own, { job: { load, paths: job }, other: { load, paths: other } })
    expect({ job: job.mock.calls.length, other: other.mock.calls.length }).toEqual({ job: 1, other: 0 })
    expect({ all: paths.all, missing: paths.missing }).toEqual({
      all: ['/jobs/mason'],
      missing: ['/other/:slug'],
    })
  })

  const of = 'paths() of pages.job gives it'
  test.each([
    {
      what: 'a path twice',
      paths: () => ['/jobs/mason', '/jobs/mason'],
      message: `/jobs/mason: ${of} twice`,
    },
    {
      what: 'a path of another row',
      paths: () => ['/about'],
      message: `/about: ${of}, and its path is /jobs/:slug`,
    },
    {
      what: 'a path with a slash at its end, and a name without its folder',
      paths: () => ['/jobs/mason/', 'joiner'],
      message: `/jobs/mason/: ${of}, and its path is /jobs/:slug\njoiner: ${of}, and its path is /jobs/:slug`,
    },
    {
      what: 'an error',
      paths: () => Promise.reject(new Error('the source is away')),
      message: '/jobs/:slug: paths() has failed: the source is away',
    },
  ])('that gives $what ends the prerender', async ({ paths, message }) => {
    await expect(read({ job: { load, paths } })).rejects.toMatchObject({ name: 'UserError', message })
  })

  test('is what links are checked against; a row without it has every page', async () => {
    const paths = await read({ job: { load, paths: () => ['/jobs/mason'] } })
    const known = { table, exists: (path: string) => table.match(path) !== undefined }
    const targets = withPaths({ ...known, unpublished: new Map(), linkAt: () => '' }, paths)
    const problem = (path: string) => linkProblem(path, '/', targets)
    expect({
      named: problem('/jobs/mason'),
      unnamed: problem('/jobs/pilot'),
      otherLetters: problem('/jobs/Mason'),
      ofRowWithout: problem('/work/2026/anything'),
      fixed: problem('/about'),
      nowhere: problem('/nowhere'),
    }).toEqual({
      named: undefined,
      unnamed: 'there is no such page or file',
      otherLetters: 'write /jobs/mason',
      ofRowWithout: undefined,
      fixed: undefined,
      nowhere: 'there is no such page or file',
    })
  })
})

describe('/sitemap.xml', () => {
  const load = () => ({ data: 1 })
  const listed = async (url: string) =>
    [...String((await ask(`${url}/sitemap.xml`)).body).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)

  test('asks for the paths when it is asked for, once for an hour, and not when the server starts', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const paths = vi.fn(() => ['/jobs/mason'])
    await using server = await listen(
      await siteOfValues({ home: { path: '/' }, job: { path: '/jobs/:slug', load, paths } }, log),
    )
    await ask(server.url)
    expect(paths).not.toHaveBeenCalled()
    for (let n = 0; n < 2; n++)
      expect(await listed(server.url)).toEqual(['https://firm.example/', 'https://firm.example/jobs/mason'])
    expect(paths).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(3_600_000)
    await listed(server.url)
    expect(paths).toHaveBeenCalledTimes(2)
  })

  test.each([
    { what: 'fails', paths: () => Promise.reject(new Error('away')), message: 'away' },
    {
      what: 'throws at once',
      paths: () => {
        throw new Error('away')
      },
      message: 'away',
    },
  ])(
    'lacks the pages of a source that $what, and has the others; the log says so',
    async ({ paths, message }) => {
      const pages = {
        home: { path: '/' },
        job: { path: '/jobs/:slug', load, paths },
        work: { path: '/work/:slug', load, paths: () => ['/work/barn'] },
        review: { path: '/reviews/:slug', load },
      } as const
      await using server = await listen(await siteOfValues(pages, log))
      expect(await listed(server.url)).toEqual(['https://firm.example/', 'https://firm.example/work/barn'])
      expect(lines.filter(({ level }) => level >= 40)).toMatchObject([
        { level: 40, path: '/jobs/:slug', err: { message } },
      ])
    },
  )

  test('waits four seconds for a source', async () => {
    const asked = Promise.withResolvers<void>()
    const paths = () => new Promise<string[]>(() => asked.resolve())
    const pages = { home: { path: '/' }, job: { path: '/jobs/:slug', load, paths } } as const
    await using server = await listen(await siteOfValues(pages, log))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reply = listed(server.url)
    await asked.promise
    vi.advanceTimersByTime(4000)
    expect(await reply).toEqual(['https://firm.example/'])
    expect(lines.filter(({ level }) => level >= 40)).toMatchObject([{ path: '/jobs/:slug' }])
  })

  test('answers HEAD, a 304, and a 405 to a POST', async () => {
    await using server = await listen(await siteOfValues({ home: { path: '/' } }, log))
    const url = `${server.url}/sitemap.xml`
    const { status, headers } = await ask(url)
    expect({ status, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
      status: 200,
      type: 'application/xml',
      cache: 'no-cache',
    })
    expect(await ask(url, { method: 'HEAD' })).toMatchObject({ status: 200, headers: { etag: headers.etag } })
    expect((await ask(url, { headers: { 'If-None-Match': headers.etag ?? '' } })).status).toBe(304)
    expect((await ask(url, { method: 'POST' })).status).toBe(405)
  })
})

test('a fixture of three jobs has three pages in dist/', () => {
  for (const [name, words] of [
    ['tischlerin', 'Tischlerin'],
    ['lagerist', 'Lagerist'],
    ['constructor', 'Konstrukteurin'],
  ] as const)
    expect(new JSDOM(readFileSync(join(dist, `stellen/${name}.html`))).window.document.title).toBe(
      `${words} | Müller & Söhne "D'r <Hof>"`,
    )
})
