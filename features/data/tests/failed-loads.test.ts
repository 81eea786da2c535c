// What fails, or is not found, is cached for five seconds: a source that is down is asked once, and not by each visitor.
// revalidate.test.ts has what the good page does meanwhile.
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { ask, askAtOnce } from '../../../tests/support/ask.ts'
import { ClientLeft } from '../../../tests/support/engine.ts'
import { listen } from '../../../tests/support/fixture-site.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'
import { createCache, type LoadedResponses } from '../cache.ts'
import { createFigures } from '../figures.ts'
import type { AnyLoader } from '../load-data.ts'
import { Overloaded } from '../refusal.ts'
import { notFound, redirect } from '../site.ts'
import { siteOfValues, type ValuePage } from './support/value-site.tsx'

const { log, linesAt, linesOf, problemsAt } = createLogLines()

/** A site with a page at /page/:slug whose loader is asked at most once a minute, on a clock that stands still. */
async function serve(load: AnyLoader['load'], route: Partial<ValuePage> = {}) {
  vi.useFakeTimers({ toFake: ['performance'] })
  const loads = vi.fn(load)
  const page: ValuePage = { path: '/page/:slug', revalidate: 60, load: loads, ...route }
  const { url, [Symbol.asyncDispose]: close } = await listen(await siteOfValues({ page }, { log }))
  const visit = (path = '/page/one') => ask(url + path)
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
  { what: 'whose loader gives nothing', load: () => undefined, status: 500 },
  { what: 'that is too large', load: () => ({ data: 'x'.repeat(2_000_000) }), status: 500 },
  { what: 'that cannot be rendered', load: () => ({ data: 1 }), route: { Component: Broken }, status: 500 },
  { what: 'that is not found', load: () => notFound(), status: 404 },
  { what: 'that has moved', load: () => redirect('/'), status: 302 },
  { what: 'that is gone for good', load: () => ({ data: 'gone', status: 410 }), status: 410 },
])(
  'a page $what is a $status for everybody, page and data, of one load in five seconds',
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

test('a failure is loaded again after the `revalidate` of its page where that is shorter', async () => {
  await using site = await serve(fail, { revalidate: 2 })
  await site.statusOf()
  pass(1.999)
  await site.statusOf()
  expect(site.loads).toHaveBeenCalledTimes(1)
  pass(0.001)
  await site.statusOf()
  expect(site.loads).toHaveBeenCalledTimes(2)
})

test.each<{ what: string; load: AnyLoader['load'] }>([
  { what: 'ignores its signal', load: () => new Promise(() => {}) },
  { what: 'ends by its signal', load: ({ signal }) => delay(60_000, undefined, { signal }) },
])(
  'a source that has not answered in four seconds, and $what, is not asked again meanwhile',
  async ({ load }) => {
    const asked = Promise.withResolvers<void>()
    await using site = await serve(request => {
      asked.resolve()
      return load(request)
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const first = site.statusOf()
    await asked.promise
    vi.advanceTimersByTime(4000)
    expect([await first, await site.statusOf()]).toEqual([500, 500])
    expect(site.loads).toHaveBeenCalledTimes(1)
  },
)

test('a failure is that of its address alone', async () => {
  await using site = await serve(({ params }) => (params.slug === 'one' ? fail() : { data: params }))
  expect([await site.statusOf('/page/one'), await site.statusOf('/page/two')]).toEqual([500, 200])
})

test('a page that is good again is cached as any other', async () => {
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

test('a page that is gone takes the place of the good one, and is loaded again after five seconds', async () => {
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

test('a 404 says in Server-Timing whether it was cached', async () => {
  await using site = await serve(() => notFound())
  const timing = async () => (await site.visit()).headers['server-timing']
  expect(await timing()).toMatch(/^cache;desc=miss, loader;dur=/)
  expect(await timing()).toBe('cache;desc=hit')
})

test('an error of a loader that the client has caused has its status for the next visitor, too', async () => {
  const gone = Object.assign(new Error('gone'), { status: 410, expose: true })
  await using site = await serve(() => Promise.reject(gone))
  expect([await site.statusOf(), await site.statusOf()]).toEqual([410, 410])
  expect(site.loads).toHaveBeenCalledTimes(1)
})

describe('in the log', () => {
  test('an error stands once, at the request that has met it, and the others have their line with 500', async () => {
    await using site = await serve(fail)
    const [first, ...others] = [await site.visit(), await site.visit(), await site.visit('/page/one.json')]
    expect(await linesOf(first?.headers['x-request-id'])).toMatchObject([
      { level: 50, err: { message: 'away' }, msg: 'the request failed' },
      { level: 30, status: 500 },
    ])
    for (const { headers } of others)
      expect(await linesOf(headers['x-request-id'])).toMatchObject([{ level: 30, status: 500 }])
  })

  test('it stands once, too, where many have waited for the same load', async () => {
    const answer = Promise.withResolvers<never>()
    await using site = await serve(() => answer.promise)
    const visits = await askAtOnce(Array(5).fill(`${site.url}/page/one`))
    await ask(`${site.url}/healthz`) // Meanwhile all of them have come.
    answer.reject(new Error('away'))
    for (const { status } of await Promise.all(visits)) expect(status).toBe(500)
    await expect.poll(() => linesAt('/page/one').filter(({ status }) => status === 500)).toHaveLength(5)
    expect(problemsAt('/page/one')).toMatchObject([{ level: 50, err: { message: 'away' } }])
    expect(site.loads).toHaveBeenCalledTimes(1)
  })
})

/** A page of a megabyte, for which no memory is needed. */
const page: LoadedResponses = {
  document: { status: 200, headers: {}, bodies: { identity: { file: '', length: 1_000_000, digest: '' } } },
  data: { status: 200, headers: {}, bodies: { identity: Buffer.alloc(0) } },
}

/** A cache, and how often what is under a key was asked for. */
function create() {
  const cache = createCache(createFigures(), () => {})
  const asked: string[] = []
  const get = (key: string, render: () => Promise<LoadedResponses>) =>
    cache.get(key, 60, () => {
      asked.push(key)
      return render()
    })
  const timesOf = (key: string) => asked.filter(other => other === key).length
  return { get, timesOf }
}

test.each([
  { what: 'what we have refused', error: new Overloaded('full') },
  { what: 'what ended because a visitor has left', error: new ClientLeft() },
  { what: 'what was aborted', error: new DOMException('This operation was aborted', 'AbortError') },
])('$what is not cached, and those who wait get it as it is', async ({ error }) => {
  const { get, timesOf } = create()
  const render = () => Promise.reject(error)
  const visit = () => Promise.allSettled([get('/a', render), get('/a', render)])
  const rejected = { status: 'rejected', reason: error }
  for (let round = 1; round < 3; round++) {
    expect(await visit()).toEqual([rejected, rejected])
    expect(timesOf('/a')).toBe(round)
  }
})

test('a thousand failures are cached, the newest ones, and they push no page out', async () => {
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
