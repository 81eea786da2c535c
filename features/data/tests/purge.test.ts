// purge(path), which endpoints get: it drops everything that this process has cached for an address.
import { describe, expect, test, vi } from 'vitest'
import type { Endpoints } from '../../../server/site.ts'
import { listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import type { AnyLoader } from '../load-data.ts'
import { notFound } from '../site.ts'
import { LIST, siteOfValues, type ValuePage } from './support/value-site.tsx'

/** POST /api/purge?path=/prices/barn */
const purgeEndpoint: Endpoints = (app, { purge }) =>
  app.post('/api/purge', (req, res) => {
    purge(String(req.query.path))
    res.sendStatus(204)
  })

/** A site with the pages /prices/:slug, whose loader is called at most once a minute, and an endpoint that purges them. */
async function serve(load: AnyLoader['load'], paths = () => ['/prices/barn']) {
  const loads = vi.fn(load)
  const prices: ValuePage = { path: '/prices/:slug', revalidate: 60, load: loads, paths }
  const site = await siteOfValues({ prices }, { endpoints: purgeEndpoint })
  const { url, [Symbol.asyncDispose]: close } = await listen(site)
  const visit = async (path = '/prices/barn') => {
    const { status, body } = await request(url + path)
    return `${status} ${/load \d/.exec(String(body)) ?? ''}`
  }
  const purge = async (path = '/prices/barn') =>
    expect((await request(`${url}/api/purge?path=${path}`, { method: 'POST' })).status).toBe(204)
  return { loads, visit, purge, [Symbol.asyncDispose]: close }
}

/** Returns a different text each time. */
function countingLoader() {
  let loads = 0
  return () => ({ data: `load ${++loads}` })
}

test('purge reloads a page and its data', async () => {
  await using site = await serve(countingLoader())
  expect([await site.visit(), await site.visit()]).toEqual(['200 load 1', '200 load 1'])
  await site.purge()
  expect([await site.visit('/prices/barn.json'), await site.visit()]).toEqual(['200 load 2', '200 load 2'])
})

test('purge keeps a page at another address', async () => {
  await using site = await serve(countingLoader())
  expect([await site.visit('/prices/barn'), await site.visit('/prices/shed')]).toEqual([
    '200 load 1',
    '200 load 2',
  ])
  await site.purge('/prices/barn')
  expect(await site.visit('/prices/shed')).toBe('200 load 2')
})

test('purge drops a 404', async () => {
  await using site = await serve(countingLoader())
  site.loads.mockImplementationOnce(() => notFound())
  expect([await site.visit(), await site.visit()]).toEqual(['404 ', '404 '])
  await site.purge()
  expect(await site.visit()).toBe('200 load 1')
})

test('purge drops a page list', async () => {
  const paths = vi.fn(() => ['/prices/barn'])
  await using site = await serve(countingLoader(), paths)
  for (const times of [1, 2]) {
    await site.visit(`/${LIST}`)
    await site.visit(`/${LIST}`)
    expect(paths).toHaveBeenCalledTimes(times)
    await site.purge(`/${LIST}`)
  }
})

test('purge doesn’t affect the pages of dist/ with SERVE=static', async () => {
  vi.stubGlobal('testEndpoints', purgeEndpoint)
  await using site = await listen(await siteOf({ serve: 'static' }))
  const source = vi.fn(() => ['Schnitzen'])
  vi.stubGlobal('sources', { courses: source })
  const before = await request(`${site.url}/kurse`)
  expect((await request(`${site.url}/api/purge?path=/kurse`, { method: 'POST' })).status).toBe(204)
  expect((await request(`${site.url}/kurse`)).body).toBeSameBytes(before.body)
  expect(source).not.toHaveBeenCalled()
})

describe('a load in progress during a purge', () => {
  /** Loads that end when the test says so, by their number. */
  function heldLoads() {
    const loads = [1, 2, 3].map(() => ({
      started: Promise.withResolvers<void>(),
      answer: Promise.withResolvers<{ data: string }>(),
    }))
    let started = 0
    const load = () => {
      const next = at(++started)
      next.started.resolve()
      return next.answer.promise
    }
    const at = (n: number) => {
      const load = loads[n - 1]
      if (!load) throw new Error(`there is no load ${n}`)
      return load
    }
    return {
      load,
      started: (n: number) => at(n).started.promise,
      end: (n: number) => at(n).answer.resolve({ data: `load ${n}` }),
    }
  }

  /** Visits the page, and once more after a purge. Resolves when both loads have started. */
  async function visitAroundPurge(
    { visit, purge }: Pick<Awaited<ReturnType<typeof serve>>, 'visit' | 'purge'>,
    { started }: ReturnType<typeof heldLoads>,
  ) {
    const before = visit()
    await started(1)
    await purge()
    const after = visit()
    await started(2)
    return { before, after }
  }

  test('is sent only to earlier visitors, and later ones share a new load', async () => {
    const held = heldLoads()
    await using site = await serve(held.load)
    const { before, after } = await visitAroundPurge(site, held)
    held.end(1)
    expect(await before).toBe('200 load 1')
    const later = site.visit()
    await site.visit('/healthz') // By now, the request has arrived.
    held.end(2)
    expect([await after, await later, await site.visit()]).toEqual(Array(3).fill('200 load 2'))
    expect(site.loads).toHaveBeenCalledTimes(2)
  })

  test('doesn’t replace a newer load that has ended before it', async () => {
    const held = heldLoads()
    await using site = await serve(held.load)
    const { before, after } = await visitAroundPurge(site, held)
    held.end(2)
    expect(await after).toBe('200 load 2')
    held.end(1)
    expect([await before, await site.visit()]).toEqual(['200 load 1', '200 load 2'])
  })

  test('for a stale page is discarded', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const held = heldLoads()
    await using site = await serve(held.load)
    held.end(1)
    await site.visit()
    vi.advanceTimersByTime(60_000)
    expect(await site.visit()).toBe('200 load 1') // Stale.
    await held.started(2)
    await site.purge()
    const after = site.visit()
    await held.started(3)
    held.end(2)
    held.end(3)
    expect([await after, await site.visit()]).toEqual(['200 load 3', '200 load 3'])
  })
})
