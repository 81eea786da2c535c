// What `npm run prerender` writes of the pages of a site, what each costs, of what it warns, and what ends it, with the path of
// the page. page-checks.test.ts has what is refused in HTML, prerendered-paths.test.ts the paths.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { notFound, redirect } from '../../../features/data/site.ts'
import type { Program } from '../../../scripts/lib/load-program.ts'
import type { Size } from '../../../scripts/problems/costs.ts'
import { missingTranslations } from '../../../scripts/problems/missing-translations.ts'
import { composeSitePages } from '../../../scripts/write/compose-pages.ts'
import { fast, writeCompressed } from '../../../scripts/write/compressed-files.ts'
import { renderPages } from '../../../scripts/write/render-pages.ts'
import type { AnyLoader } from '../../support/engine.ts'
import { manifest, program, table } from '../../support/fixture-site.ts'
import { routesWith, tableOf } from '../../support/routes.ts'
import { ORIGIN, pagesOfValues, type ValuePage } from '../../support/value-site.tsx'

vi.mock('../../../scripts/write/compressed-files.ts', { spy: true })

const folder = mkdtempSync(join(tmpdir(), 'prerender-test-'))

const words = (name: string) => ({
  title: name,
  description: `${name}: in fifty characters at least, what is on this page.`,
})
const Words = () => <h1>Words</h1>
const sizes = new Map<string, Size>([
  ['/assets/react.js', { raw: 300_000, br: 90_000 }],
  ['/assets/all.js', { raw: 10_000, br: 3000 }],
  ['/assets/about.js', { raw: 2000, br: 700 }],
  ['/assets/part.js', { raw: 1000, br: 300 }],
])

/** Prerenders a site of these pages into a new folder. */
async function prerender(
  pages: Record<string, ValuePage>,
  { paths, html = 14_000 }: { paths?: string[]; html?: number } = {},
) {
  const { table, ...composed } = await pagesOfValues(pages)
  const dist = mkdtempSync(join(folder, 'dist-'))
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const targets = {
    table,
    isPage: (path: string) => table.match(path) !== undefined || path === '/',
    isFile: (path: string) => path.includes('.'),
    isEndpoint: async () => false,
    unpublished: new Map(),
    linkAt: (path: string, href: string) => `${path}: the link to ${href}`,
  }
  const scripts = ['/assets/react.js', '/assets/all.js']
  const withScript = table.routes.filter(({ hydrate }) => hydrate !== 'never')
  const pageScripts = Object.fromEntries(withScript.map(({ id }) => [id, [`/assets/${id}.js`]]))
  const built = {
    manifest: { ...manifest, scripts, pageScripts, notFoundScript: ['/assets/not-found.js'] },
    table,
    sizes,
    packages: (urls: readonly string[]) => new Map(urls.map(url => [`package of ${url}`, 9])),
    lazyScripts: (urls: readonly string[]) => (urls.includes('/assets/about.js') ? ['/assets/part.js'] : []),
    site: { budgets: { html, common: 97_000, script: 20_000 } },
  }
  const all = paths ?? table.routes.map(({ path }) => path)
  const { costs, listed } = await renderPages(built, composed, { paths: all, origin: ORIGIN, targets, dist })
  return { costs, listed, dist, warnings: warned.mock.calls.flat() }
}

test('a page costs its HTML, its data and its scripts, and one that is sent without a script none', async () => {
  const { costs, dist, warnings } = await prerender({
    home: { path: '/', ...words('Home'), Component: Words, hydrate: 'never' },
    about: { path: '/about', ...words('About'), Component: Words },
    jobs: { path: '/jobs', ...words('Jobs'), load: () => ({ data: 'Mason' }), Component: Words },
  })
  const sizeOf = (name: string) => readFileSync(join(dist, name)).length
  const html = (name: string) => ({ raw: sizeOf(name), br: sizeOf(`${name}.br`) })
  const common = { raw: 310_000, br: 93_000 }
  const none = { raw: 0, br: 0 }
  const filesOf = (url: string) => ({ common: ['/assets/react.js', '/assets/all.js'], script: [url] })
  const routeAt = (path: string) => expect.objectContaining({ path })
  expect(costs[0]?.html.br).toBe(brotliCompressSync(readFileSync(join(dist, 'index.html'))).length)
  expect(costs).toEqual([
    {
      path: '/',
      route: routeAt('/'),
      html: html('index.html'),
      data: 0,
      common: none,
      script: none,
      lazy: none,
      files: {},
    },
    {
      path: '/about',
      route: routeAt('/about'),
      html: html('about.html'),
      data: 0,
      common,
      script: { raw: 2000, br: 700 },
      lazy: { raw: 1000, br: 300 },
      files: filesOf('/assets/about.js'),
    },
    {
      path: '/jobs',
      route: routeAt('/jobs'),
      html: html('jobs.html'),
      data: sizeOf('jobs.json'),
      common,
      script: none,
      lazy: none,
      files: filesOf('/assets/jobs.js'),
    },
    {
      path: '/404',
      route: undefined,
      html: html('404.html'),
      data: 0,
      common,
      script: none,
      lazy: none,
      files: filesOf('/assets/not-found.js'),
    },
  ])
  expect(warnings).toEqual([])
})

test('what no visitor is told, and no search result, is a warning with the paths of the pages', async () => {
  const Dead = () => (
    <h1>
      <button type="button">One</button>
    </h1>
  )
  const load = () => ({ data: 1, head: { ...words('Job'), title: 'Job' } })
  const { warnings } = await prerender(
    {
      home: { path: '/', ...words('Home'), Component: Dead, hydrate: 'never' },
      about: { path: '/about', ...words('About'), Component: Dead },
      team: { path: '/team', ...words('Team'), Component: Dead, hydrate: 'never' },
      job: { path: '/jobs/:slug', ...words('Job'), load, Component: Words },
    },
    { paths: ['/', '/about', '/team', '/jobs/mason', '/jobs/joiner'] },
  )
  expect(warnings).toEqual([
    'WARNING: /, /team: nothing answers <button type="button">, because the page is sent without a script.',
    'WARNING: /jobs/mason, /jobs/joiner: they share the title "Job"',
    expect.stringContaining('/jobs/mason, /jobs/joiner: they share the description'),
  ])
})

test('a route whose loader reads the query is named once: a static host has one file for all', async () => {
  const { warnings } = await prerender(
    {
      jobs: { path: '/jobs', ...words('Jobs'), load: ({ url }) => ({ data: url.search }), Component: Words },
      job: {
        path: '/jobs/:slug',
        load: ({ url, params }) => ({ data: url.searchParams.get('page'), head: words(`A ${params.slug}`) }),
        Component: Words,
      },
      list: {
        path: '/list',
        ...words('List'),
        revalidate: 60,
        load: ({ url }) => ({ data: url.searchParams.get('page') }),
        Component: Words,
      },
    },
    { paths: ['/jobs', '/jobs/mason', '/jobs/joiner', '/list'] },
  )
  expect(warnings).toEqual([
    'WARNING: routes.job.loader reads url.searchParams, and in dist/ one file serves every query: with prerender: false our own server renders each.',
    'WARNING: routes.list.loader reads url.searchParams, which are empty with revalidate: one load is for every query.',
  ])
})

test('all that is wrong with pages ends the prerender, with the path of each', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { address: '127.0.0.1', port: 2 })
  const Broken = () => {
    throw new Error('no such thing')
  }
  const DeadLink = () => (
    <h1>
      <a href="/nowhere">x</a>
    </h1>
  )
  const failing = prerender({
    home: { path: '/', ...words('Home'), Component: DeadLink },
    gone: { path: '/gone', ...words('Gone'), load: () => notFound(), Component: Words },
    moved: { path: '/moved', ...words('Moved'), load: () => redirect('/'), Component: Words },
    teapot: { path: '/teapot', ...words('Teapot'), load: () => ({ data: 1, status: 410 }), Component: Words },
    away: {
      path: '/away',
      ...words('Away'),
      load: () => Promise.reject(new Error('fetch failed', { cause: away })),
      Component: Words,
    },
    empty: { path: '/empty', ...words('Empty'), load: () => undefined, Component: Words },
    broken: { path: '/broken', ...words('Broken'), Component: Broken },
  })
  await expect(failing).rejects.toMatchObject({
    name: 'UserError',
    message: [
      '/gone: its loader has found no page',
      '/moved: its loader redirects to /: a static host cannot, so write prerender: false',
      '/teapot: its loader gives the status 410: a static host cannot, so write prerender: false',
      '/away: fetch failed: connect ECONNREFUSED: 127.0.0.1:2',
      '/empty: loaders.empty in server/site/loaders.ts gave no { data }, notFound() or redirect(to)',
      '/broken: no such thing',
      '/: the link to /nowhere: there is no such page, file or endpoint',
    ].join('\n'),
  })
})

test('a page that is larger than the budget, or than that of its route, ends the prerender, and so does the page of a 404', async () => {
  const failing = prerender(
    {
      home: { path: '/', ...words('Home'), Component: Words },
      large: { path: '/large', ...words('Large'), Component: Words, budget: { html: 14_000 } },
      about: { path: '/about', ...words('About'), Component: Words, budget: { script: 699 } },
      // A text may be as long as its author likes.
      'text.md': { path: '/text', ...words('Text'), hydrate: 'never' },
    },
    { html: 100 },
  )
  const of = (figure: string) => `\\d+ bytes of ${figure}, \\d+ over the budget of`
  const common = `${of('html')} 100 in shared/site/budgets\\.ts`
  const own = `${of('script')} 699 in routes\\.about\\.budget\\.script\\. .* package of /assets/about\\.js 9`
  await expect(failing).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(
      new RegExp(`^/: ${common}\n/about: ${common}\n/about: ${own}\n/404: ${common}$`),
    ),
  })
})

/** A page of each of so many jobs. */
const jobPaths = (length: number) => Array.from({ length }, (_, n) => `/jobs/job-${n}`)
const job = {
  path: '/jobs/:slug',
  ...words('Job'),
  load: ({ params }: { params: Record<string, string> }) => ({
    data: params,
    head: words(`${params.slug} to do`),
  }),
  Component: Words,
} as const

test('a site of more than 100 pages is written whole, in the order of its paths, and compressed fast', async () => {
  const write = vi.mocked(writeCompressed).mockReset().mockResolvedValue({ raw: 0, br: 0 })
  onTestFinished(() => void write.mockReset())
  const paths = jobPaths(101)
  const { costs, dist } = await prerender({ job }, { paths })
  expect(costs.map(({ path }) => path)).toEqual([...paths, '/404'])
  const written = write.mock.calls.map(([file]) => `/${relative(dist, file).replaceAll('\\', '/')}`)
  const files = [...paths.flatMap(path => [`${path}.html`, `${path}.json`]), '/404.html']
  expect(written.sort()).toEqual(files.sort())
  expect(new Set(write.mock.calls.map(([, , compress]) => compress))).toEqual(new Set([fast]))
})

test('what goes wrong after a page was rendered is logged nowhere: a prerender prints no lines of JSON', async () => {
  const compose = vi.fn<Program['composePrerender']>()
  const built = {
    program: { ...program, composePrerender: compose },
    table,
    manifest,
    contentHtml: new Map(),
  }
  await composeSitePages(built, ORIGIN)
  expect(compose.mock.calls).toMatchObject([[{ log: { level: 'silent' } }]])
})

test('a page of shared/site/content/ whose text is missing is not rendered without it', async () => {
  const composing = composeSitePages({ program, table, manifest, contentHtml: new Map() }, ORIGIN)
  await expect(composing).rejects.toThrow(/\.md has no text/)
})

test('a source of data may take thirty seconds', async () => {
  // Node's own timer of a signal is none of those that vitest replaces.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(milliseconds => {
    const timer = new AbortController()
    setTimeout(
      () => timer.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      milliseconds,
    )
    return timer.signal
  })
  const asked = Promise.withResolvers<AbortSignal>()
  const load = ({ signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      asked.resolve(signal)
    })
  const failing = prerender({ jobs: { path: '/jobs', ...words('Jobs'), load, Component: Words } })
  const failed = expect(failing).rejects.toMatchObject({
    message: expect.stringMatching(/^\/jobs: The operation was aborted due to timeout$/m),
  })
  const signal = await asked.promise
  vi.advanceTimersByTime(29_999)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  await failed
})

test('the sitemap of dist/ leaves out what a loader says is not to be listed', async () => {
  const heads = {
    closed: { noindex: true },
    moved: { canonical: '/jobs/open' },
    own: { canonical: '/jobs/own' },
    odd: { unpublished: false }, // A field of the source, which no head has.
  }
  const load: AnyLoader['load'] = ({ params: { slug = '' } }) => ({
    data: slug,
    head: { ...words(`The job ${slug}`), ...heads[slug as keyof typeof heads] },
  })
  const all = ['open', 'closed', 'moved', 'own', 'odd'].map(slug => `/jobs/${slug}`)
  const Job = () => <h1>A job</h1>
  const { listed } = await prerender({ job: { path: '/jobs/:slug', load, Component: Job } }, { paths: all })
  expect(listed.map(({ path }) => path)).toEqual(['/jobs/open', '/jobs/own', '/jobs/odd'])
})

test('a page whose route says noindex stays out of the sitemap of dist/, as out of a live one, whatever its loader says', async () => {
  const load = () => ({ data: 1, head: { ...words('Hidden'), noindex: false } })
  const { listed } = await prerender({ hidden: { path: '/hidden', noindex: true, load, Component: Words } })
  expect(listed).toEqual([])
})

test('two pages of loaders in languages with home pages may share their words', async () => {
  const load = () => ({ data: 1, head: words('Mason') })
  const { warnings } = await prerender({
    fr: { path: '/fr', home: 'fr', ...words('Accueil'), Component: Words },
    job: { path: '/mason', load, Component: Words },
    emploi: { path: '/fr/mason', load, Component: Words },
  })
  expect(warnings).toEqual([])
})

test.each([
  { what: 'a site in one language', more: {}, paths: [], line: undefined },
  {
    what: 'a site in two',
    more: {
      fr: { path: '/fr', home: 'fr', translates: 'home' },
      equipe: { path: '/fr/equipe', translates: 'team' },
      mentions: { path: '/fr/mentions' },
      sent: { path: '/fr/merci' }, // It is not listed.
    },
    paths: ['/fr', '/fr/equipe', '/fr/mentions'],
    line: 'Not translated: into en /fr/mentions; into fr /about',
  },
  {
    what: 'one whose route has several listed addresses',
    more: {
      fr: { path: '/fr', home: 'fr', translates: 'home' },
      equipe: { path: '/fr/equipe', translates: 'team' },
      aPropos: { path: '/fr/a-propos', translates: 'about' },
      product: { path: '/products/:colour' },
    },
    paths: ['/fr', '/fr/equipe', '/fr/a-propos', '/products/red', '/products/blue'],
    line: 'Not translated: into fr /products/:colour',
  },
] as const)('pages without their pair are named in one line: $what', ({ more, paths, line }) => {
  const pages = { home: { path: '/' }, team: { path: '/team' }, about: { path: '/about' }, ...more } as const
  const site = tableOf(routesWith(pages))
  const listed = ['/', '/team', '/about', ...paths].flatMap(path => {
    const route = site.match(path)?.route
    return route ? { route, path } : []
  })
  expect(missingTranslations(site, listed)).toBe(line)
})
