// A loader's paths() lists the pages of a path with params: the ones written to dist/, that links may lead to, and that
// page lists, such as a sitemap, contain.
import { describe, expect, test, vi } from 'vitest'
import type { Prerenderer } from '../../../extension-points.ts'
import { readPagePaths } from '../../../scripts/write/page-paths.ts'
import type { RouteTable } from '../../../tests/support/engine.ts'
import { listen } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'
import { routesWith, tableOf } from '../../../tests/support/routes.ts'
import { table } from '../../../tests/support/table-with-params.ts'
import type { AnyLoader } from '../load-data.ts'
import { pathsOf } from '../route-paths.ts'
import { LIST, siteOfValues } from './support/value-site.tsx'

const { log, lines, problemsAt } = createLogLines()

/** This feature's prerenderer, without rendering. */
const prerendererOf = (of: RouteTable, loaders: Record<string, AnyLoader>): Prerenderer => ({
  pathsOf: route => pathsOf(route, of, loaders),
  render: async () => undefined,
})

describe('paths()', () => {
  const load = () => ({ data: 1 })
  const read = (loaders: Record<string, AnyLoader>) =>
    readPagePaths(table, [prerendererOf(table, { work: { load }, review: { load }, ...loaders })])

  test('decides which pages are written, in table order, and routes without it are reported', async () => {
    const paths = await read({ job: { load, paths: async () => ['/jobs/mason', '/jobs/joiner'] } })
    expect({ all: paths.all, missing: paths.missing }).toEqual({
      all: ['/', '/jobs', '/jobs/mason', '/jobs/joiner', '/about'],
      missing: ['/work/:year/:slug', '/jobs/:slug/review'],
    })
  })

  test('is called once, and not for a route with prerender: false', async () => {
    const own = tableOf(
      routesWith({
        job: { path: '/jobs/:slug', loader: true },
        other: { path: '/other/:slug', loader: true, prerender: false },
      }),
    )
    const job = vi.fn(() => ['/jobs/mason'])
    const other = vi.fn(() => ['/other/a'])
    const paths = await readPagePaths(own, [
      prerendererOf(own, { job: { load, paths: job }, other: { load, paths: other } }),
    ])
    expect({ job: job.mock.calls.length, other: other.mock.calls.length }).toEqual({ job: 1, other: 0 })
    expect({ all: paths.all, missing: paths.missing }).toEqual({
      all: ['/jobs/mason'],
      missing: ['/other/:slug'],
    })
  })

  const of = 'paths() of loaders.job returns it'
  test.each([
    {
      what: 'a path twice',
      paths: () => ['/jobs/mason', '/jobs/mason'],
      message: `/jobs/mason: ${of} twice`,
    },
    {
      what: 'a path of another route',
      paths: () => ['/about'],
      message: `/about: ${of}, but the route's path is /jobs/:slug`,
    },
    {
      what: 'a path with a trailing slash, and a name without its folder',
      paths: () => ['/jobs/mason/', 'joiner'],
      message: `/jobs/mason/: ${of}, but the route's path is /jobs/:slug\njoiner: ${of}, but the route's path is /jobs/:slug`,
    },
    {
      what: 'an error',
      paths: () => Promise.reject(new Error('the source is away')),
      message: '/jobs/:slug: paths() failed: the source is away',
    },
  ])('that returns $what fails the prerender', async ({ paths, message }) => {
    await expect(read({ job: { load, paths } })).rejects.toMatchObject({ name: 'UserError', message })
  })
})

describe('a page list', () => {
  const load = () => ({ data: 1 })
  const listed = async (url: string) => String((await request(`${url}/${LIST}`)).body).split('\n')

  /** Lets time pass first, because the new list may not be cached yet. */
  const listedAfter = (ms: number, url: string) => {
    vi.advanceTimersByTime(ms)
    return listed(url)
  }

  test('calls paths() on request, at most once an hour, and not at startup', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const paths = vi.fn(() => ['/jobs/mason'])
    await using server = await listen(
      await siteOfValues({ home: { path: '/' }, job: { path: '/jobs/:slug', load, paths } }, { log }),
    )
    await request(server.url)
    expect(paths).not.toHaveBeenCalled()
    for (let visit = 0; visit < 2; visit++) expect(await listed(server.url)).toEqual(['/', '/jobs/mason'])
    expect(paths).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(3_600_000)
    await listed(server.url)
    await expect.poll(() => paths).toHaveBeenCalledTimes(2)
  })

  test('stays complete while a source fails, and is refreshed later', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const paths = vi.fn(() => ['/jobs/mason'])
    const pages = { home: { path: '/' }, job: { path: '/jobs/:slug', load, paths } } as const
    await using server = await listen(await siteOfValues(pages, { log }))
    const all = await listed(server.url)
    expect(all).toEqual(['/', '/jobs/mason'])
    paths.mockImplementationOnce(() => {
      throw new Error('away')
    })
    vi.advanceTimersByTime(3_600_000)
    expect(await listed(server.url)).toEqual(all)
    await expect
      .poll(() => problemsAt('/jobs/:slug'))
      .toMatchObject([{ level: 40, err: { message: 'away' } }])
    paths.mockReturnValue(['/jobs/mason', '/jobs/smith'])
    await expect.poll(() => listedAfter(5000, server.url)).toEqual([...all, '/jobs/smith'])
  })

  test('omits only the pages of a source that takes over four seconds on its first call, for five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const called = Promise.withResolvers<void>()
    const paths = vi.fn<() => string[] | Promise<string[]>>(() => ['/jobs/mason'])
    paths.mockImplementationOnce(() => {
      called.resolve()
      return new Promise(() => {})
    })
    const pages = { home: { path: '/' }, job: { path: '/jobs/:slug', load, paths } } as const
    await using server = await listen(await siteOfValues(pages, { log }))
    const first = listed(server.url)
    await called.promise
    vi.advanceTimersByTime(4000)
    expect(await first).toEqual(['/'])
    expect(problemsAt('/jobs/:slug')).toMatchObject([{ level: 40 }])
    await expect.poll(() => listedAfter(5000, server.url)).toEqual(['/', '/jobs/mason'])
  })

  test('omits paths that don’t match their route or are repeated, and logs them', async () => {
    const paths = () => ['/jobs/a&b', '/jobs/mason', '/jobs/mason', '/work/barn']
    await using server = await listen(
      await siteOfValues({ job: { path: '/jobs/:slug', load, paths } }, { log }),
    )
    expect(await listed(server.url)).toEqual(['/jobs/mason'])
    expect(lines.filter(({ level }) => level === 40).map(({ msg }) => msg)).toEqual([
      "left out of pages.txt: /jobs/a&b: paths() of loaders.job returns it, but the route's path is /jobs/:slug",
      'left out of pages.txt: /jobs/mason: paths() of loaders.job returns it twice',
      "left out of pages.txt: /work/barn: paths() of loaders.job returns it, but the route's path is /jobs/:slug",
    ])
  })

  test('doesn’t call paths() of a route with noindex', async () => {
    const paths = vi.fn(() => ['/invoices/1'])
    const invoice = { path: '/invoices/:id', noindex: true, load, paths } as const
    await using server = await listen(await siteOfValues({ home: { path: '/' }, invoice }, { log }))
    expect(await listed(server.url)).toEqual(['/'])
    expect(paths).not.toHaveBeenCalled()
  })

  test('has only the canonical address of a path with params if its route sets one', async () => {
    const paths = () => ['/products/red', '/products/blue']
    const product = { path: '/products/:colour', canonical: '/products/red', load, paths } as const
    await using server = await listen(await siteOfValues({ product }, { log }))
    expect(await listed(server.url)).toEqual(['/products/red'])
  })

  test('responds to HEAD, to an If-None-Match with 304, and to POST with 405', async () => {
    await using server = await listen(await siteOfValues({ home: { path: '/' } }, { log }))
    const url = `${server.url}/${LIST}`
    const { status, headers } = await request(url)
    expect({ status, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
      status: 200,
      type: 'text/plain; charset=utf-8',
      cache: 'no-cache',
    })
    const { etag = '' } = headers
    const head = await request(url, { method: 'HEAD' })
    const again = await request(url, { headers: { 'If-None-Match': etag } })
    const post = await request(url, { method: 'POST' })
    expect({ head: head.status, etag: head.headers.etag, again: again.status, post: post.status }).toEqual({
      head: 200,
      etag,
      again: 304,
      post: 405,
    })
  })
})

test.each(['/PAGES.TXT', '/Pages.txt', '/pages.txt/'])(
  '%s, another spelling of a page list, is a 404 and calls no source',
  async path => {
    const paths = vi.fn(() => ['/jobs/mason'])
    const job = { path: '/jobs/:slug', load: () => ({ data: 1 }), paths } as const
    await using server = await listen(await siteOfValues({ job }, { log }))
    expect((await request(server.url + path)).status).toBe(404)
    expect(paths).not.toHaveBeenCalled()
  },
)
