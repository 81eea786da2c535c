// Failed loads and 404s are cached for five seconds, so that visitors don't hit a source that is down. revalidate.test.ts
// covers the stale page meanwhile.
import { describe, expect, test, vi } from 'vitest'
import { ClientLeft } from '../../../tests/support/engine.ts'
import { listen } from '../../../tests/support/fixture-site.ts'
import { request, requestAtOnce } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'
import { createCache, type PageResponses } from '../cache.ts'
import type { AnyLoader } from '../load-data.ts'
import { Overloaded } from '../refusal.ts'
import { notFound, redirect } from '../site.ts'
import { siteOfValues, type ValuePage } from './support/value-site.tsx'

const { log, linesAt, linesOf, problemsAt } = createLogLines()

/** A site with a page at /page/:slug whose loader is called at most once a minute, on a stopped clock. */
async function serve(load: AnyLoader['load'], route: Partial<ValuePage> = {}) {
  vi.useFakeTimers({ toFake: ['performance'] })
  const loads = vi.fn(load)
  const page: ValuePage = { path: '/page/:slug', revalidate: 60, load: loads, ...route }
  const { url, [Symbol.asyncDispose]: close } = await listen(await siteOfValues({ page }, { log }))
  const visit = (path = '/page/one') => request(url + path)
  const statusOf = async (path?: string) => (await visit(path)).status
  return { url, loads, visit, statusOf, [Symbol.asyncDispose]: close }
}
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

const fail = (): never => {
  throw new Error('away')
}
const Broken = () => {
  throw new Error('broken')
}

test.each<{ what: string; load: AnyLoader['load']; route?: Partial<ValuePage>; status: number }>([
  { what: 'whose loader throws', load: fail, status: 500 },
  { what: 'that can’t be rendered', load: () => ({ data: 1 }), route: { Component: Broken }, status: 500 },
  { what: 'that is not found', load: () => notFound(), status: 404 },
  { what: 'that has moved', load: () => redirect('/'), status: 302 },
  { what: 'that is permanently gone', load: () => ({ data: 'gone', status: 410 }), status: 410 },
])(
  'a page $what and its data are a $status, loaded at most once in five seconds',
  async ({ load, route, status }) => {
    await using site = await serve(load, route)
    const visit = async () => {
      for (const path of ['/page/one?a=1', '/page/one.json'])
        expect({ path, status: await site.statusOf(path) }).toEqual({ path, status })
    }
    await visit()
    pass(4.999)
    await visit()
    expect(site.loads).toHaveBeenCalledTimes(1)
    pass(0.001)
    await visit()
    expect(site.loads).toHaveBeenCalledTimes(2)
  },
)

test('a failed load is retried after the page’s revalidate if that is shorter', async () => {
  await using site = await serve(fail, { revalidate: 2 })
  await site.statusOf()
  pass(1.999)
  await site.statusOf()
  expect(site.loads).toHaveBeenCalledTimes(1)
  pass(0.001)
  await site.statusOf()
  expect(site.loads).toHaveBeenCalledTimes(2)
})

test('a source that hangs for four seconds isn’t called again meanwhile', async () => {
  const called = Promise.withResolvers<void>()
  await using site = await serve(() => {
    called.resolve()
    return new Promise(() => {})
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const first = site.statusOf()
  await called.promise
  vi.advanceTimersByTime(4000)
  expect([await first, await site.statusOf()]).toEqual([500, 500])
  expect(site.loads).toHaveBeenCalledTimes(1)
})

test('a page that has recovered is cached as usual', async () => {
  await using site = await serve(() => ({ data: 'here' }))
  site.loads.mockImplementationOnce(fail).mockReturnValueOnce(notFound())
  const statuses: number[] = []
  for (let visit = 0; visit < 4; visit++) {
    statuses.push(await site.statusOf())
    pass(5)
  }
  expect(statuses).toEqual([500, 404, 200, 200])
  expect(site.loads).toHaveBeenCalledTimes(3)
})

test('a 404 replaces the cached page, and is reloaded after five seconds', async () => {
  await using site = await serve(() => ({ data: 'here' }))
  await site.statusOf()
  pass(60)
  site.loads.mockReturnValueOnce(notFound())
  expect(await site.statusOf()).toBe(200) // Stale.
  await expect.poll(() => site.statusOf()).toBe(404)
  expect(site.loads).toHaveBeenCalledTimes(2)
  pass(5)
  expect(await site.statusOf()).toBe(200)
})

test('the Server-Timing of a 404 says whether it was cached', async () => {
  await using site = await serve(() => notFound())
  const timing = async () => (await site.visit()).headers['server-timing']
  expect(await timing()).toMatch(/^cache;desc=miss, loader;dur=/)
  expect(await timing()).toBe('cache;desc=hit')
})

test('a client error of a loader keeps its status for the next visitor', async () => {
  const gone = Object.assign(new Error('gone'), { status: 410, expose: true })
  await using site = await serve(() => Promise.reject(gone))
  expect([await site.statusOf(), await site.statusOf()]).toEqual([410, 410])
  expect(site.loads).toHaveBeenCalledTimes(1)
})

describe('in the log', () => {
  test('an error appears once, for the request that caused it, and the others are just a 500', async () => {
    await using site = await serve(fail)
    const [first, ...others] = [await site.visit(), await site.visit(), await site.visit('/page/one.json')]
    expect(await linesOf(first?.headers['x-request-id'])).toMatchObject([
      { level: 50, err: { message: 'away' }, msg: 'the request failed' },
      { level: 30, status: 500 },
    ])
    for (const { headers } of others)
      expect(await linesOf(headers['x-request-id'])).toMatchObject([{ level: 30, status: 500 }])
  })

  test('an error appears once even if many requests waited for the same load', async () => {
    const answer = Promise.withResolvers<never>()
    await using site = await serve(() => answer.promise)
    const visits = await requestAtOnce(Array(5).fill(`${site.url}/page/one`))
    await request(`${site.url}/healthz`) // By now, all of them have arrived.
    answer.reject(new Error('away'))
    for (const { status } of await Promise.all(visits)) expect(status).toBe(500)
    await expect.poll(() => linesAt('/page/one').filter(({ status }) => status === 500)).toHaveLength(5)
    expect(problemsAt('/page/one')).toMatchObject([{ level: 50, err: { message: 'away' } }])
    expect(site.loads).toHaveBeenCalledTimes(1)
  })
})

/** A page of a megabyte that takes no memory. */
const page: PageResponses = {
  document: { status: 200, headers: {}, bodies: { identity: { file: '', length: 1_000_000, digest: '' } } },
  data: { status: 200, headers: {}, bodies: { identity: Buffer.alloc(0) } },
}

/** A cache that counts the renders for each key. */
function create() {
  const cache = createCache(() => {})
  const calls: string[] = []
  const get = (key: string, render: () => Promise<PageResponses>) =>
    cache.get(key, 60, () => {
      calls.push(key)
      return render()
    })
  const timesOf = (key: string) => calls.filter(other => other === key).length
  return { get, timesOf }
}

test.each([
  { what: 'a refusal', error: new Overloaded('full') },
  { what: 'a load whose visitor has left', error: new ClientLeft() },
  { what: 'an aborted load', error: new DOMException('This operation was aborted', 'AbortError') },
])('$what isn’t cached, and is passed on unchanged to waiting requests', async ({ error }) => {
  const { get, timesOf } = create()
  const render = () => Promise.reject(error)
  const visit = () => Promise.allSettled([get('/a', render), get('/a', render)])
  const rejected = { status: 'rejected', reason: error }
  for (let round = 1; round < 3; round++) {
    expect(await visit()).toEqual([rejected, rejected])
    expect(timesOf('/a')).toBe(round)
  }
})

test('the newest thousand failures are cached, without evicting pages', async () => {
  const { get, timesOf } = create()
  const pages = Array.from({ length: 32 }, (_, n) => `/page-${n}`)
  for (const key of pages) await get(key, async () => page)
  const failures = Array.from({ length: 1001 }, (_, n) => `/failure-${n}`)
  const away = async () => fail()
  for (const key of failures) await Promise.allSettled([get(key, away)])
  for (const key of ['/failure-1', '/failure-1000', '/failure-0']) await Promise.allSettled([get(key, away)])
  const times = ['/failure-1', '/failure-1000', '/failure-0'].map(timesOf)
  expect(times).toEqual([1, 1, 2])
  for (const key of pages) expect(await get(key, async () => page)).toMatchObject({ state: 'hit' })
})
