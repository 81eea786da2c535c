// How many pages may wait for data sources at once: the pages of one route never take more permits than they leave free. A
// request without a permit waits for a second, and then gets a 503. So a slow source uses up only its own route's permits.
// crowds.test.tsx covers pages that wait for the CPU.
import { once } from 'node:events'
import { get, type Server } from 'node:http'
import type { Express } from 'express'
import { describe, expect, test, vi } from 'vitest'
import type { EndpointHelpers } from '../../../server/site.ts'
import { facts, listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { type Reply, request, requestAtOnce } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'

const { log, linesAt, linesOf } = createLogLines()

/** The number of replies with each status: { 200: 150 } */
async function countStatuses(replies: Promise<Reply>[]) {
  const byStatus = Object.groupBy(await Promise.all(replies), ({ status }) => status)
  return Object.fromEntries(Object.entries(byStatus).map(([status, all]) => [status, all?.length]))
}

/** A source that responds when the test says so. `called` replaces expect.poll, which would let time pass. */
function slowSource(name: 'job' | 'jobs' | 'courses') {
  const answer = Promise.withResolvers<string[]>()
  const watchers = new Map<number, () => void>()
  let calls = 0
  const source = () => {
    calls++
    watchers.get(calls)?.()
    return answer.promise
  }
  vi.stubGlobal('sources', { [name]: source })
  return {
    answer: () => answer.resolve(['Drechslerin']),
    calls: () => calls,
    /** Resolves when it has been called this often. */
    called: (times: number) =>
      new Promise<void>(resolve => {
        if (calls >= times) resolve()
        else watchers.set(times, resolve)
      }),
  }
}

/** From here on, time passes only when the test says so. */
const holdTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

/** Resolves when this many requests have reached a server. */
function requests(server: Server, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let missing = count
  server.on('request', () => --missing === 0 && resolve())
  return promise
}

/** How many pages of one route may wait for their source at once, if no other route does. */
const PERMITS = 64

test('more visitors than permits all get the page or data of one slow load that they share', async () => {
  const source = slowSource('courses')
  await using server = await listen(await siteOf())
  holdTimers()
  const paths = ['/kurse', '/kurse.json', '/kurse?platz=1']
  const all = requests(server.server, 69)
  const visits = await requestAtOnce(Array.from({ length: 69 }, (_, n) => server.url + paths[n % 3]))
  await all
  await source.called(1)
  vi.advanceTimersByTime(3999)
  source.answer()
  expect(await countStatuses(visits)).toEqual({ 200: 69 })
  expect(source.calls()).toBe(1)
})

describe('when the source of a route hangs and all its permits are taken,', () => {
  /** Opens this many visits to /stellen/:slug, each with a different slug. They end with the server. */
  async function crowd(url: string, source: ReturnType<typeof slowSource>, size = PERMITS) {
    holdTimers()
    const replies = await requestAtOnce(Array.from({ length: size }, (_, n) => `${url}/stellen/stelle-${n}`))
    for (const reply of replies) reply.catch(() => {})
    await source.called(Math.min(size, PERMITS))
    return replies
  }

  /** Requests these paths, and resolves when all the requests have reached the server. */
  async function visit({ server, url }: Awaited<ReturnType<typeof listen>>, paths: readonly string[]) {
    const all = requests(server, paths.length)
    const replies = paths.map(path => request(url + path))
    await all
    return replies
  }

  test('further pages and data, of any slug, get a 503 with Retry-After after a second', async () => {
    const source = slowSource('job')
    await using server = await listen(await siteOf({ log }))
    await crowd(server.url, source)
    const paths = ['/stellen/stelle-1', '/stellen/eine-andere', '/stellen/stelle-1.json']
    const visits = await visit(server, paths)
    let answered = 0
    for (const reply of visits) reply.then(() => answered++)
    vi.advanceTimersByTime(999)
    await request(`${server.url}/healthz`) // Gives a response time to arrive.
    expect(answered).toBe(0)
    vi.advanceTimersByTime(1)
    const replies = await Promise.all(visits)
    vi.useRealTimers()
    for (const [index, { status, headers, body }] of replies.entries()) {
      const path = paths[index]
      const [again, cache] = [headers['retry-after'], headers['cache-control']]
      expect({ path, status, again, cache }).toEqual({ path, status: 503, again: '1', cache: 'no-store' })
      expect(String(body)).toContain(facts.messages.failed.label)
      expect(await linesOf(headers['x-request-id'])).toMatchObject([
        { level: 40, path, msg: 'refused: it has waited 1000 ms to load' },
        { level: 30, status: 503 },
      ])
    }
    expect(source.calls()).toBe(PERMITS)
  })

  test('a plain-text 503 with Retry-After is sent if the site’s 503 page fails to render', async () => {
    const source = slowSource('job')
    const onRendered = () => {
      throw new Error('no 503')
    }
    await using server = await listen(await siteOf({ onRendered }))
    await crowd(server.url, source)
    const [visitor] = await visit(server, ['/stellen/eine-andere'])
    vi.advanceTimersByTime(1000)
    vi.useRealTimers()
    const { status, headers, body } = (await visitor) ?? {}
    expect({ status, again: headers?.['retry-after'], body: String(body) }).toEqual({
      status: 503,
      again: '1',
      body: 'Service Unavailable\n',
    })
  })

  test('no other page, file or endpoint waits, even if the source of a second route hangs too', async () => {
    const [job, jobs] = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()]
    vi.stubGlobal('sources', { job: () => job.promise, jobs: () => jobs.promise })
    await using server = await listen(await siteOf())
    holdTimers()
    const slugs = Array.from({ length: PERMITS + 2 }, (_, n) => `/stellen/stelle-${n}`)
    const hanging = await requestAtOnce(
      [...slugs, ...Array(PERMITS + 2).fill('/stellen')].map(path => server.url + path),
    )
    for (const reply of hanging) reply.catch(() => {})
    const others = [
      '/',
      '/kurse',
      '/anfrage',
      '/impressum',
      '/lageplan.svg',
      '/healthz',
      '/api/status',
      '/.well-known/security.txt',
    ]
    for (const path of others)
      expect({ path, status: (await request(server.url + path)).status }).toEqual({ path, status: 200 })
  })

  test('a form’s page is still sent by its endpoint, without its loader', async () => {
    const source = slowSource('job')
    const endpoints = (app: Express, { sendPage }: EndpointHelpers) =>
      app.post('/stellen/:slug', (req, res) =>
        sendPage(req, res, 'job' as never, { data: { title: 'Danke', lines: [] } as never }),
      )
    vi.stubGlobal('testEndpoints', endpoints)
    await using server = await listen(await siteOf())
    await crowd(server.url, source)
    const { status, body } = await request(`${server.url}/stellen/stelle-1`, { method: 'POST' })
    expect({ status, body: String(body) }).toEqual({ status: 200, body: expect.stringContaining('Danke') })
  })

  test('waiting requests get permits that become free, and one that is cancelled causes no load', async () => {
    const source = slowSource('job')
    await using server = await listen(await siteOf({ log }))
    holdTimers()
    const visitor = get(`${server.url}/stellen/stelle-0`, { agent: false }).on('error', () => {})
    await source.called(1)
    const others = await requestAtOnce(Array(PERMITS - 1).fill(`${server.url}/stellen/eine`))
    await source.called(PERMITS)
    const come = once(server.server, 'request')
    const leaving = get(`${server.url}/stellen/wer-geht`, { agent: false }).on('error', () => {})
    await come
    leaving.destroy()
    await expect.poll(() => linesAt('/stellen/wer-geht')).toMatchObject([{ level: 30, status: 499 }])
    const waiting = await requestAtOnce(Array(3).fill(`${server.url}/stellen/wer-bleibt`))
    visitor.destroy()
    await source.called(PERMITS + 1)
    vi.advanceTimersByTime(900)
    source.answer()
    expect(await countStatuses([...others, ...waiting])).toEqual({ 200: PERMITS + 2 })
    expect(source.calls()).toBe(PERMITS + 3)
  })
})

test('a page with revalidate whose source hangs is sent stale without a wait', async () => {
  vi.stubGlobal('sources', { courses: () => ['Hobeln'] })
  await using server = await listen(await siteOf())
  holdTimers()
  await request(`${server.url}/kurse`)
  const source = slowSource('courses')
  vi.advanceTimersByTime(300_000)
  const visits = async () => Promise.all(await requestAtOnce(Array(5).fill(`${server.url}/kurse`)))
  const stale = await visits()
  vi.advanceTimersByTime(1000)
  for (const { status, body } of [...stale, ...(await visits())]) {
    expect(status).toBe(200)
    expect(String(body)).toContain('<p>Hobeln</p>')
  }
  expect(source.calls()).toBe(1)
  source.answer()
})
