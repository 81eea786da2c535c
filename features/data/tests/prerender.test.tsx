// What `npm run prerender` writes for pages with data, and its warnings and errors. prerendered-paths.test.ts covers paths().
import { expect, test, vi } from 'vitest'
import { prerenderValues, Words, words } from '../../../tests/support/prerender-values.tsx'
import type { AnyLoader } from '../load-data.ts'
import { notFound, redirect } from '../site.ts'
import { pagesOfValues, siteOfValues, type ValuePage } from './support/value-site.tsx'

const prerender = async (pages: Record<string, ValuePage>, options?: { paths: string[] }) =>
  prerenderValues(await pagesOfValues(pages), options)

test('the prerender fails with the path and reason of every failed loader', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { address: '127.0.0.1', port: 2 })
  const failing = prerender({
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
  })
  await expect(failing).rejects.toMatchObject({
    name: 'UserError',
    message: [
      '/gone: its loader returns notFound()',
      "/moved: its loader redirects to /, which a static host can't do: write prerender: false",
      "/teapot: its loader returns the status 410, which a static host can't send: write prerender: false",
      '/away: fetch failed: connect ECONNREFUSED: 127.0.0.1:2',
      '/empty: loaders.empty in server/site/loaders.ts must return { data }, notFound() or redirect(to)',
    ].join('\n'),
  })
})

test('a build, a prerender and a server’s start fail if a route’s loader is missing, and name the route', async () => {
  const pages = { page: { path: '/page', ...words('A page'), loader: true } } as const
  const message = 'routes.page has no loader: write it in server/site/loaders.ts'
  await expect(pagesOfValues(pages)).rejects.toMatchObject({ name: 'UserError', message }) // For a build and a prerender.
  await expect(siteOfValues(pages)).rejects.toMatchObject({ name: 'UserError', message })
})

test('the prerender fails if a page with a loader is too large, and names the page and both sizes', async () => {
  const text = 'x'.repeat(1_000_000)
  const load = () => ({ data: text })
  const Component = () => <h1>{text}</h1>
  const failing = prerender({ large: { path: '/large', ...words('Large'), load, Component } })
  await expect(failing).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(
      /^\/large: the page has 20\d{5} bytes, and 100\d{4} of them are its data as JSON: it may have 2000000$/,
    ),
  })
})

test('the prerender warns once about each route whose loader reads the query', async () => {
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
    'loaders.job reads url.searchParams. In dist/ one file serves every query: write prerender: false to have our own server render each.',
    'loaders.list reads url.searchParams. With revalidate they are empty, because one load serves every query.',
  ])
})

test('a data source may take thirty seconds during a prerender', async () => {
  // Vitest doesn't fake the timer of AbortSignal.timeout().
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(milliseconds => {
    const timer = new AbortController()
    setTimeout(
      () => timer.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      milliseconds,
    )
    return timer.signal
  })
  const called = Promise.withResolvers<AbortSignal>()
  const load = ({ signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      called.resolve(signal)
    })
  const failing = prerender({ jobs: { path: '/jobs', ...words('Jobs'), load, Component: Words } })
  const failed = expect(failing).rejects.toMatchObject({
    message: expect.stringMatching(
      /^\/jobs: loaders\.jobs in .* is still running: The operation was aborted due to timeout$/m,
    ),
  })
  const signal = await called.promise
  vi.advanceTimersByTime(29_999)
  expect(signal.aborted).toBe(false)
  vi.advanceTimersByTime(1)
  await failed
})

test('the page lists in dist/ omit pages that their loader excludes by noindex or canonical', async () => {
  const heads = {
    closed: { noindex: true },
    moved: { canonical: '/jobs/open' },
    own: { canonical: '/jobs/own' },
    odd: { unpublished: false }, // Not a field of a head.
  }
  const load: AnyLoader['load'] = ({ params: { slug = '' } }) => ({
    data: slug,
    head: { ...words(`The job ${slug}`), ...heads[slug as keyof typeof heads] },
  })
  const all = ['open', 'closed', 'moved', 'own', 'odd'].map(slug => `/jobs/${slug}`)
  const Job = () => <h1>A job</h1>
  const { indexable } = await prerender(
    { job: { path: '/jobs/:slug', load, Component: Job } },
    { paths: all },
  )
  expect(indexable.map(({ path }) => path)).toEqual(['/jobs/open', '/jobs/own', '/jobs/odd'])
})

test('a page whose route has noindex isn’t in the page lists of dist/, whatever its loader returns', async () => {
  const load = () => ({ data: 1, head: { ...words('Hidden'), noindex: false } })
  const { indexable } = await prerender({
    hidden: { path: '/hidden', noindex: true, load, Component: Words },
  })
  expect(indexable).toEqual([])
})
