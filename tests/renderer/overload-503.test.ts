// One slow source: where a hundred have waited for more than a second for the pages of a row, the next visitor gets a 503,
// and every other page is as fast as before.
import { get } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { createWaitingLimit } from '../../server/pages/waiting-limit.ts'
import { createCounts } from '../../server/summary.ts'
import { ask, askAtOnce, type Reply } from '../support/ask.ts'
import { facts, listen, siteOf, table } from '../support/fixture-site.ts'
import { createLogLines } from '../support/log-lines.ts'

const { log, linesOf } = createLogLines()

/** How many of these are of each status: { 200: 150 } */
async function countStatuses(replies: Promise<Reply>[]) {
  const byStatus = Object.groupBy(await Promise.all(replies), ({ status }) => status)
  return Object.fromEntries(Object.entries(byStatus).map(([status, all]) => [status, all?.length]))
}

/** A source that answers when the test says so. Not expect.poll tells that it was asked: that lets time pass. */
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
    /** Resolves when it has been asked so often. */
    asked: (times: number) =>
      new Promise<void>(resolve => {
        if (calls >= times) resolve()
        else watchers.set(times, resolve)
      }),
  }
}

/** From here on, time passes when the test says so. */
const holdTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

test.each([
  { what: 'whose source answers at once', path: '/stellen' },
  { what: 'of a path with parts', path: '/stellen/tischlerin' },
  { what: 'with revalidate', path: '/kurse' },
])('a hundred and one at once on a page $what all get it', async ({ path }) => {
  await using server = await listen(await siteOf())
  expect(await countStatuses(await askAtOnce(Array(101).fill(server.url + path)))).toEqual({ 200: 101 })
})

test('a hundred and fifty that wait for less than a second are all sent the page when the source answers', async () => {
  const source = slowSource('jobs')
  await using server = await listen(await siteOf())
  holdTimers()
  const waiting = await askAtOnce(Array(150).fill(`${server.url}/stellen`))
  await source.asked(150)
  vi.advanceTimersByTime(999)
  const next = ask(`${server.url}/stellen`)
  await source.asked(151)
  source.answer()
  expect(await countStatuses([...waiting, next])).toEqual({ 200: 151 })
})

describe('where a hundred have waited for a second', () => {
  /** Opens so many visits of /stellen/:slug, each of another slug, and lets a second pass. They end with the server. */
  async function crowd(url: string, source: ReturnType<typeof slowSource>, size: number) {
    holdTimers()
    const replies = await askAtOnce(Array.from({ length: size }, (_, n) => `${url}/stellen/stelle-${n}`))
    for (const reply of replies) reply.catch(() => {})
    await source.asked(size)
    vi.advanceTimersByTime(1000)
    return replies
  }

  test('the next is a 503 with Retry-After: page and data, of this and of another slug', async () => {
    const source = slowSource('job')
    await using server = await listen(await siteOf({ log }))
    await crowd(server.url, source, 100)
    const paths = ['/stellen/stelle-1', '/stellen/eine-andere', '/stellen/stelle-1.json']
    const replies = await Promise.all(paths.map(async path => ({ path, ...(await ask(server.url + path)) })))
    vi.useRealTimers()
    for (const { path, status, headers, body } of replies) {
      expect({ path, status, again: headers['retry-after'], cache: headers['cache-control'] }).toEqual({
        path,
        status: 503,
        again: '1',
        cache: 'no-store',
      })
      expect(String(body)).toContain(facts.labels.failed.label)
      expect(await linesOf(headers['x-request-id'])).toMatchObject([
        {
          level: 40,
          path,
          id: headers['x-request-id'],
          msg: 'refused: 100 requests wait for the source of this page',
        },
        { level: 30, status: 503 },
      ])
    }
    expect(source.calls()).toBe(100)
  })

  test('no other page, file or endpoint is touched', async () => {
    const source = slowSource('job')
    await using server = await listen(await siteOf())
    await crowd(server.url, source, 100)
    const pages = ['/', '/stellen', '/stellen.json', '/kurse', '/anfrage', '/blog']
    const statuses: Record<string, number> = {}
    for (const path of [...pages, '/favicon.svg', '/healthz', '/api/status', '/sitemap.xml', '/nothing'])
      statuses[path] = (await ask(server.url + path)).status
    expect(statuses).toEqual({
      '/': 200,
      '/stellen': 200,
      '/stellen.json': 200,
      '/kurse': 200,
      '/anfrage': 200,
      '/blog': 200,
      '/favicon.svg': 200,
      '/healthz': 200,
      '/api/status': 200,
      '/sitemap.xml': 200,
      '/nothing': 404,
    })
  })

  test('they get the page when the source answers, and the next one, too', async () => {
    const source = slowSource('job')
    await using server = await listen(await siteOf())
    const replies = await crowd(server.url, source, 100)
    source.answer()
    expect(await countStatuses(replies)).toEqual({ 200: 100 })
    expect((await ask(`${server.url}/stellen/eine-andere`)).status).toBe(200)
  })

  test('and one has left, the next one waits', async () => {
    const source = slowSource('job')
    await using server = await listen(await siteOf())
    holdTimers()
    const left = Promise.withResolvers<void>()
    server.server.once('request', (_req, res) => res.once('close', left.resolve))
    const visitor = get(`${server.url}/stellen/stelle-0`, { agent: false }).on('error', () => {})
    await source.asked(1)
    const others = await askAtOnce(Array(99).fill(`${server.url}/stellen/eine`))
    await source.asked(100)
    vi.advanceTimersByTime(1000)
    expect((await ask(`${server.url}/stellen/eine`)).status).toBe(503)
    visitor.destroy()
    await left.promise
    const next = ask(`${server.url}/stellen/eine`)
    await source.asked(101)
    source.answer()
    expect(await countStatuses([...others, next])).toEqual({ 200: 100 })
  })

  test('and ninety-nine, nobody is refused', async () => {
    const source = slowSource('job')
    await using server = await listen(await siteOf())
    const replies = await crowd(server.url, source, 99)
    const next = ask(`${server.url}/stellen/eine-andere`)
    await source.asked(100)
    source.answer()
    expect(await countStatuses([...replies, next])).toEqual({ 200: 100 })
  })
})

describe('a page with revalidate whose source hangs', () => {
  test('is refused after a hundred where none is kept, and they share one load', async () => {
    const source = slowSource('courses')
    await using server = await listen(await siteOf())
    holdTimers()
    const all = Promise.withResolvers<void>()
    let received = 0
    server.server.on('request', () => {
      received++
      if (received === 100) all.resolve()
    })
    const waiting = await askAtOnce(Array(100).fill(`${server.url}/kurse`))
    await all.promise
    vi.advanceTimersByTime(1000)
    for (const path of ['/kurse', '/kurse.json'])
      expect({ path, status: (await ask(server.url + path)).status }).toEqual({ path, status: 503 })
    expect(source.calls()).toBe(1)
    source.answer()
    expect(await countStatuses(waiting)).toEqual({ 200: 100 })
  })

  test('is sent stale to everybody, and nobody waits', async () => {
    vi.stubGlobal('sources', { courses: () => ['Hobeln'] })
    await using server = await listen(await siteOf())
    holdTimers()
    await ask(`${server.url}/kurse`)
    const source = slowSource('courses')
    vi.advanceTimersByTime(300_000)
    const visits = async () => Promise.all(await askAtOnce(Array(200).fill(`${server.url}/kurse`)))
    const stale = await visits()
    vi.advanceTimersByTime(1000)
    for (const { status, body } of [...stale, ...(await visits())]) {
      expect(status).toBe(200)
      expect(String(body)).toContain('<p>Hobeln</p>')
    }
    expect(source.calls()).toBe(1)
    source.answer()
  })
})

test('the figure `waiting` counts who waits now, however long', async () => {
  const counts = createCounts()
  const limit = createWaitingLimit(counts)
  const row = table.rows.find(({ id }) => id === 'job')!
  const source = Promise.withResolvers<void>()
  const failing = Promise.withResolvers<void>()
  const waiting = [limit.wait(row, source.promise), limit.wait(row, failing.promise)]
  expect(counts.waiting).toBe(2)
  failing.reject(new Error('away'))
  await expect(waiting[1]).rejects.toThrow('away')
  expect(counts.waiting).toBe(1)
  source.resolve()
  await waiting[0]
  expect(counts.waiting).toBe(0)
})

test('a hundred that were answered within a second count no more when the second is over', async () => {
  vi.stubGlobal('sources', { jobs: () => ['Tischlerin'] })
  await using server = await listen(await siteOf())
  holdTimers()
  const answered = await askAtOnce(Array(100).fill(`${server.url}/stellen`))
  expect(await countStatuses(answered)).toEqual({ 200: 100 })
  vi.advanceTimersByTime(1000)
  expect((await ask(`${server.url}/stellen`)).status).toBe(200)
})
