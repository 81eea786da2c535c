// How many pages wait for data sources at once: those of one route never take more slots than they leave free. Who finds none
// waits for a second, and then gets a 503. So one slow source takes the slots of its own route, and of nobody else.
// crowds.test.tsx has who waits for the processor.
import { once } from 'node:events'
import { get, type Server } from 'node:http'
import type { Express } from 'express'
import { describe, expect, test, vi } from 'vitest'
import type { EndpointHelpers } from '../../../server/site.ts'
import { ask, askAtOnce, type Reply } from '../../../tests/support/ask.ts'
import { facts, listen, siteOf } from '../../../tests/support/fixture-site.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'

const { log, linesAt, linesOf } = createLogLines()

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

/** Resolves when so many requests have come to a server. */
function requests(server: Server, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let missing = count
  server.on('request', () => --missing === 0 && resolve())
  return promise
}

/** How many pages of one route wait for their source at once, where no other route does. */
const SLOTS = 64

test('a hundred and thirty at once on a page whose source answers at once all get it', async () => {
  await using server = await listen(await siteOf())
  holdTimers()
  expect(await countStatuses(await askAtOnce(Array(130).fill(`${server.url}/stellen`)))).toEqual({ 200: 130 })
})

test('more than there are slots who share one load that takes long all get it, page and data', async () => {
  const source = slowSource('courses')
  await using server = await listen(await siteOf())
  holdTimers()
  const paths = ['/kurse', '/kurse.json', '/kurse?platz=1']
  const all = requests(server.server, 69)
  const visits = await askAtOnce(Array.from({ length: 69 }, (_, n) => server.url + paths[n % 3]))
  await all
  await source.asked(1)
  vi.advanceTimersByTime(3999)
  source.answer()
  expect(await countStatuses(visits)).toEqual({ 200: 69 })
  expect(source.calls()).toBe(1)
})

describe('where the source of a route hangs, and all its slots are taken', () => {
  /** Opens so many visits of /stellen/:slug, each of another slug. They end with the server. */
  async function crowd(url: string, source: ReturnType<typeof slowSource>, size = SLOTS) {
    holdTimers()
    const replies = await askAtOnce(Array.from({ length: size }, (_, n) => `${url}/stellen/stelle-${n}`))
    for (const reply of replies) reply.catch(() => {})
    await source.asked(Math.min(size, SLOTS))
    return replies
  }

  /** Asks for these, and resolves when each request has come to the server. */
  async function visit({ server, url }: Awaited<ReturnType<typeof listen>>, paths: readonly string[]) {
    const all = requests(server, paths.length)
    const replies = paths.map(path => ask(url + path))
    await all
    return replies
  }

  test('the next is a 503 with Retry-After after a second: page and data, of this and of another slug', async () => {
    const source = slowSource('job')
    await using server = await listen(await siteOf({ log }))
    await crowd(server.url, source)
    const paths = ['/stellen/stelle-1', '/stellen/eine-andere', '/stellen/stelle-1.json']
    const visits = await visit(server, paths)
    let answered = 0
    for (const reply of visits) reply.then(() => answered++)
    vi.advanceTimersByTime(999)
    await ask(`${server.url}/healthz`) // Meanwhile an answer would have come.
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
        { level: 40, path, msg: 'refused: no load was free for 1000 ms' },
        { level: 30, status: 503 },
      ])
    }
    expect(source.calls()).toBe(SLOTS)
  })

  test('and where the site’s own 503 cannot be rendered, a plain text says when to ask again', async () => {
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

  test('no other page, file or endpoint waits, even where the source of a second route hangs, too', async () => {
    const [job, jobs] = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()]
    vi.stubGlobal('sources', { job: () => job.promise, jobs: () => jobs.promise })
    await using server = await listen(await siteOf())
    holdTimers()
    const slugs = Array.from({ length: SLOTS + 2 }, (_, n) => `/stellen/stelle-${n}`)
    const hanging = await askAtOnce(
      [...slugs, ...Array(SLOTS + 2).fill('/stellen')].map(path => server.url + path),
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
      expect({ path, status: (await ask(server.url + path)).status }).toEqual({ path, status: 200 })
  })

  test('the page of a form is sent: its loader is not asked', async () => {
    const source = slowSource('job')
    const endpoints = (app: Express, { sendPage }: EndpointHelpers) =>
      app.post('/stellen/:slug', (req, res) =>
        sendPage(req, res, 'job' as never, { data: { title: 'Danke', lines: [] } as never }),
      )
    vi.stubGlobal('testEndpoints', endpoints)
    await using server = await listen(await siteOf())
    await crowd(server.url, source)
    const { status, body } = await ask(`${server.url}/stellen/stelle-1`, { method: 'POST' })
    expect({ status, body: String(body) }).toEqual({ status: 200, body: expect.stringContaining('Danke') })
  })

  test('those who wait take the slot of one who leaves, or get the page when the source answers in time; for one who leaves while waiting nothing is loaded', async () => {
    const source = slowSource('job')
    await using server = await listen(await siteOf({ log }))
    holdTimers()
    const visitor = get(`${server.url}/stellen/stelle-0`, { agent: false }).on('error', () => {})
    await source.asked(1)
    const others = await askAtOnce(Array(SLOTS - 1).fill(`${server.url}/stellen/eine`))
    await source.asked(SLOTS)
    const come = once(server.server, 'request')
    const leaving = get(`${server.url}/stellen/wer-geht`, { agent: false }).on('error', () => {})
    await come
    leaving.destroy()
    await expect.poll(() => linesAt('/stellen/wer-geht')).toMatchObject([{ level: 30, status: 499 }])
    const waiting = await askAtOnce(Array(3).fill(`${server.url}/stellen/wer-bleibt`))
    visitor.destroy()
    await source.asked(SLOTS + 1)
    vi.advanceTimersByTime(900)
    source.answer()
    expect(await countStatuses([...others, ...waiting])).toEqual({ 200: SLOTS + 2 })
    expect(source.calls()).toBe(SLOTS + 3)
  })
})

test('a page with revalidate whose source hangs is sent stale to everybody, and nobody waits', async () => {
  vi.stubGlobal('sources', { courses: () => ['Hobeln'] })
  await using server = await listen(await siteOf())
  holdTimers()
  await ask(`${server.url}/kurse`)
  const source = slowSource('courses')
  vi.advanceTimersByTime(300_000)
  const visits = async () => Promise.all(await askAtOnce(Array(5).fill(`${server.url}/kurse`)))
  const stale = await visits()
  vi.advanceTimersByTime(1000)
  for (const { status, body } of [...stale, ...(await visits())]) {
    expect(status).toBe(200)
    expect(String(body)).toContain('<p>Hobeln</p>')
  }
  expect(source.calls()).toBe(1)
  source.answer()
})
