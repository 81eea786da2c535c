// Pages with `revalidate`: one render for all visitors, sent stale while the next one is made, and the size of the cache.
// data-json.test.ts covers their data, overload-503.test.ts visitors who wait for the first render.
import { describe, expect, type Mock, test, vi } from 'vitest'
import { listen, origin, siteOf } from '../../../tests/support/fixture-site.ts'
import { request } from '../../../tests/support/http.ts'
import { createLogLines } from '../../../tests/support/log-lines.ts'
import { createCache, type PageResponses } from '../cache.ts'
import { siteOfValues, type ValuePage } from './support/value-site.tsx'

const { log, problemsAt } = createLogLines()
const text = async (url: string) => String((await request(url)).body)

// The page /kurse of the fixture has `revalidate: 300`, in seconds.
describe('a page with revalidate', () => {
  type Source = (url: URL) => string[] | Promise<string[]>
  /** A source whose list says how often it was called, on a stopped clock. */
  function countingSource() {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] })
    const courses: Mock<Source> = vi.fn(() => [`Kurs ${courses.mock.calls.length}`])
    vi.stubGlobal('sources', { courses })
    return courses
  }

  /** A server that rendered the page once, this many seconds ago. */
  async function renderedBefore(seconds: number) {
    const courses = countingSource()
    const server = await listen(await siteOf({ log }))
    const url = `${server.url}/kurse`
    await text(url)
    pass(seconds)
    return { courses, url, [Symbol.asyncDispose]: server.close }
  }
  const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

  test('is rendered once for all visitors, concurrent or later, with any query', async () => {
    const courses = countingSource()
    await using server = await listen(await siteOf())
    const url = `${server.url}/kurse`
    const both = await Promise.all([text(url), text(`${url}?tag=1`)])
    for (const html of [...both, await text(`${url}?tag=2`)]) expect(html).toContain('<p>Kurs 1</p>')
    expect(courses.mock.calls.map(([{ href }]) => href)).toEqual([`${origin}/kurse`])
  })

  test('is still served from the cache a second before it expires', async () => {
    await using site = await renderedBefore(299)
    expect(await text(site.url)).toContain('<p>Kurs 1</p>')
    expect(site.courses).toHaveBeenCalledTimes(1)
  })

  test('says in Server-Timing whether it was a hit or stale, even on a 304', async () => {
    await using site = await renderedBefore(299)
    const timing = async (headers = {}) => {
      const { status, headers: sent } = await request(site.url, { headers })
      return `${status} ${sent['server-timing']}`
    }
    const known = { 'If-None-Match': '*' }
    expect([await timing(), await timing(known)]).toEqual(['200 cache;desc=hit', '304 cache;desc=hit'])
    pass(1)
    site.courses.mockReturnValueOnce(new Promise(() => {})) // It never resolves.
    expect([await timing(), await timing(known)]).toEqual(['200 cache;desc=stale', '304 cache;desc=stale'])
  })

  describe('whose source fails once it has expired', () => {
    async function failingAgain() {
      const site = await renderedBefore(300)
      site.courses.mockRejectedValueOnce(new Error('away'))
      return site
    }
    const warned = () => expect.poll(() => problemsAt('/kurse'))

    test('is warned about once in the log, however many requests arrive meanwhile', async () => {
      await using site = await renderedBefore(300)
      const answer = Promise.withResolvers<never>()
      site.courses.mockReturnValueOnce(answer.promise)
      for (let visit = 0; visit < 5; visit++) await text(site.url)
      answer.reject(new Error('away'))
      await warned().toHaveLength(1)
      await text(site.url)
      expect(problemsAt('/kurse')).toMatchObject([
        { level: 40, err: { message: 'away' }, msg: 'loading failed: still serving the old page' },
      ])
    })

    test('is reloaded after five seconds, and not earlier', async () => {
      await using site = await failingAgain()
      await text(site.url)
      await warned().toHaveLength(1)
      pass(4.999)
      expect(await text(site.url)).toContain('<p>Kurs 1</p>')
      expect(site.courses).toHaveBeenCalledTimes(2)
      pass(0.001)
      await expect.poll(() => text(site.url)).toContain('<p>Kurs 3</p>')
    })
  })
})

const MEGABYTE = 1_000_000

/** A page of this many bytes that takes no memory. */
const pageOf = (size: number, status = 200): PageResponses => ({
  document: { status, headers: {}, bodies: { identity: { file: '', length: size, digest: '' } } },
  data: { status, headers: {}, bodies: { identity: Buffer.alloc(0) } },
})

/** A cache of at most 32 MB, and a list of the rendered keys, in order. */
function create() {
  const made: string[] = []
  const cache = createCache(() => {})
  /** Gets a page as a request does. */
  const get = (key: string, page = pageOf(MEGABYTE)) =>
    cache.get(key, 60, async () => {
      made.push(key)
      return page
    })
  const isKept = async (key: string) => (await get(key)).state === 'hit'
  const lost = async (all: readonly string[]) => {
    const states = await Promise.all(all.map(isKept))
    return all.filter((_, i) => !states[i])
  }
  return { get, lost, made, cachedBytes: cache.bytes }
}

/** The keys of this many pages. */
const keys = (length: number) => Array.from({ length }, (_, n) => `/page-${n}`)

describe('the cache', () => {
  test('holds 32 pages of a megabyte, and evicts the least recently used one for another', async () => {
    const { get, lost, made, cachedBytes } = create()
    for (const key of keys(32)) await get(key)
    await get('/page-0') // Now /page-1 is the oldest.
    expect({ made: made.length, kept: cachedBytes() }).toEqual({ made: 32, kept: 32 * MEGABYTE })
    await get('/one-more')
    expect(await lost([...keys(32), '/one-more'])).toEqual(['/page-1'])
  })

  test('counts the bytes of all content encodings and of the data', async () => {
    const { get, cachedBytes } = create()
    const bytes = (length: number) => Buffer.alloc(length)
    await get('/page', {
      document: {
        status: 200,
        headers: {},
        bodies: { identity: bytes(1000), br: bytes(200), gzip: bytes(30) },
      },
      data: { status: 200, headers: {}, bodies: { identity: bytes(4), br: bytes(2), gzip: bytes(1) } },
    })
    expect(cachedBytes()).toBe(1237)
  })

  test('has four separate megabytes for statuses other than 200, which evict no page', async () => {
    const { get, lost, made } = create()
    for (const key of keys(32)) await get(key)
    for (let n = 0; n < 10; n++) await get(`/gone-${n}`, pageOf(MEGABYTE, 410))
    for (const key of ['/gone-9', '/gone-6', '/gone-5']) await get(key, pageOf(MEGABYTE, 410))
    expect(made.slice(-2)).toEqual(['/gone-9', '/gone-5'])
    expect(await lost(keys(32))).toEqual([])
  })
})

test('a page with revalidate: 60 is reloaded every minute, not only once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let loads = 0
  const page: ValuePage = { path: '/page', revalidate: 60, load: () => ({ data: `load ${++loads}` }) }
  await using server = await listen(await siteOfValues({ page }, { log }))
  const visit = () => text(`${server.url}/page`)
  expect(await visit()).toContain('load 1')
  for (const expected of ['load 2', 'load 3']) {
    vi.advanceTimersByTime(60_000)
    await expect.poll(visit).toContain(expected)
  }
})
