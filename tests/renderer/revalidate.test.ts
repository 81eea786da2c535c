// Pages with `revalidate`: one rendering for everybody, sent stale while the next one is made, and how many are kept.
// data-json.test.ts has their data, overload-503.test.ts those who wait for the first one.
import { randomBytes } from 'node:crypto'
import { describe, expect, type Mock, test, vi } from 'vitest'
import { createStaleWhileRevalidate } from '../../server/pages/stale-while-revalidate.ts'
import { ask } from '../support/ask.ts'
import { listen, origin, siteOf } from '../support/fixture-site.ts'
import { createLogLines } from '../support/log-lines.ts'
import { patient } from '../support/patient.ts'
import { siteOfValues, type ValuePage } from '../support/value-site.tsx'

const { log, problemsAt } = createLogLines()
const text = async (url: string) => String((await ask(url)).body)

// The page /kurse of the fixture has `revalidate: 300`, in seconds.
describe('a page with revalidate', () => {
  type Source = (url: URL) => string[] | Promise<string[]>
  /** A source whose list names how often it was asked, on a clock that stands still. */
  function countingSource() {
    vi.useFakeTimers({ toFake: ['performance', 'Date'] })
    const courses: Mock<Source> = vi.fn(() => [`Kurs ${courses.mock.calls.length}`])
    vi.stubGlobal('sources', { courses })
    return courses
  }

  /** A server that has rendered the page once, so many seconds ago. */
  async function renderedBefore(seconds: number) {
    const courses = countingSource()
    const server = await listen(await siteOf({ log }))
    const url = `${server.url}/kurse`
    await text(url)
    pass(seconds)
    return { courses, url, [Symbol.asyncDispose]: server.close }
  }
  const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

  test('is one rendering for all, whoever asks at the same time or later, with any query', async () => {
    const courses = countingSource()
    await using server = await listen(await siteOf())
    const url = `${server.url}/kurse`
    const both = await Promise.all([text(url), text(`${url}?tag=1`)])
    for (const html of [...both, await text(`${url}?tag=2`)]) expect(html).toContain('<p>Kurs 1</p>')
    expect(courses.mock.calls.map(([{ href }]) => href)).toEqual([`${origin}/kurse`])
  })

  test.each([1, 299])('is still the old one after %i seconds', async seconds => {
    await using site = await renderedBefore(seconds)
    expect(await text(site.url)).toContain('<p>Kurs 1</p>')
    expect(site.courses).toHaveBeenCalledTimes(1)
  })

  test('is sent stale at once after its end, and loaded once in the background', async () => {
    await using site = await renderedBefore(300)
    site.courses.mockReturnValueOnce(new Promise(() => {})) // It never comes.
    for (const stale of [await text(site.url), await text(site.url)]) expect(stale).toContain('<p>Kurs 1</p>')
    expect(site.courses).toHaveBeenCalledTimes(2)
  })

  test('is the new one for everybody when that has been loaded', async () => {
    await using site = await renderedBefore(300)
    await text(site.url)
    await expect.poll(() => text(site.url)).toContain('<p>Kurs 2</p>')
    expect(site.courses).toHaveBeenCalledTimes(2)
  })

  describe('whose source fails after its end', () => {
    async function failingAgain() {
      const site = await renderedBefore(300)
      site.courses.mockRejectedValueOnce(new Error('away'))
      return site
    }
    const warned = () => expect.poll(() => problemsAt('/kurse'))

    test('is still the old one, and its source is left in peace', async () => {
      await using site = await failingAgain()
      await text(site.url)
      await warned().toHaveLength(1)
      const { status, body } = await ask(site.url)
      const old = { status: 200, body: expect.stringContaining('<p>Kurs 1</p>') }
      expect({ status, body: String(body) }).toEqual(old)
      expect(site.courses).toHaveBeenCalledTimes(2)
    })

    test('is a warning in the log', async () => {
      await using site = await failingAgain()
      await text(site.url)
      await warned().toMatchObject([
        { level: 40, err: { message: 'away' }, msg: 'loading has failed: the old page stays' },
      ])
    })

    test('is loaded again after the same time', async () => {
      await using site = await failingAgain()
      await text(site.url)
      await warned().toHaveLength(1)
      pass(300)
      await expect.poll(() => text(site.url)).toContain('<p>Kurs 3</p>')
    })
  })

  test('is a 500 where its first rendering fails, which is not kept', async () => {
    const courses = countingSource()
    await using server = await listen(await siteOf())
    courses.mockRejectedValueOnce(new Error('away'))
    const url = `${server.url}/kurse`
    const { status, headers } = await ask(url)
    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 500, cache: 'no-store' })
    expect(await text(url)).toContain('<p>Kurs 2</p>')
  })
})

const MEGABYTE = 1_000_000

/** What keeps at most 64 MB, as the pages with `revalidate` do, and a list of what was made, in order. */
function create() {
  const made: string[] = []
  const kept = createStaleWhileRevalidate<string>({ maxSize: 64 * MEGABYTE, onRefreshError: () => {} })
  const makerOf = (key: string, size: number, keep: boolean) => async () => {
    made.push(key)
    return { value: `${key} ${made.length}`, size, keep }
  }
  /** As a request: what is kept, or else what is made now. */
  const ask = async (key: string, size = MEGABYTE, keep = true) => {
    const make = makerOf(key, size, keep)
    return kept.kept(key, 60, make) ?? (await kept.makeFirst(key, 60, make))
  }
  const isKept = (key: string) => kept.kept(key, 60, makerOf(key, 0, true)) !== undefined
  return { ask, isKept, made }
}

/** The keys of so many pages. */
const keys = (length: number) => Array.from({ length }, (_, n) => `/page-${n}`)

describe('of pages with revalidate', () => {
  test('sixty-four pages of a megabyte are kept, and of one more the one that was asked for least recently goes', async () => {
    const { ask, isKept, made } = create()
    for (const key of keys(64)) await ask(key)
    await ask('/page-0') // Now /page-1 is the oldest.
    expect(made).toHaveLength(64)
    await ask('/one-more')
    expect([...keys(64), '/one-more'].filter(key => !isKept(key))).toEqual(['/page-1'])
  })

  test('a large page takes the place of as many as it needs', async () => {
    const { ask, isKept } = create()
    for (const key of keys(64)) await ask(key)
    await ask('/large', 10 * MEGABYTE)
    expect(keys(64).filter(key => !isKept(key))).toEqual(keys(10))
  })

  test('a page that is larger than all of them together is made each time, and evicts nothing', async () => {
    const { ask, isKept, made } = create()
    for (const key of keys(64)) await ask(key)
    for (let n = 0; n < 2; n++) await ask('/huge', 65 * MEGABYTE)
    expect(made.filter(key => key === '/huge')).toHaveLength(2)
    expect(keys(64).filter(key => !isKept(key))).toEqual([])
  })

  test('what may not be kept is made each time, and evicts nothing, whatever its size', async () => {
    const { ask, isKept, made } = create()
    for (const key of keys(64)) await ask(key)
    for (let n = 0; n < 1000; n++) await ask(`/not-found-${n}`, MEGABYTE, false)
    await ask('/not-found-0', MEGABYTE, false)
    expect(made.filter(key => key === '/not-found-0')).toHaveLength(2)
    expect(keys(64).filter(key => !isKept(key))).toEqual([])
  })

  test('what is made anew takes the place of the old one, whose size no longer counts', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { ask, isKept, made } = create()
    for (const key of keys(32)) await ask(key, 2 * MEGABYTE)
    for (let round = 2; round < 5; round++) {
      vi.advanceTimersByTime(60_000)
      for (const key of keys(32)) await ask(key, 2 * MEGABYTE)
      await expect.poll(() => made).toHaveLength(32 * round)
    }
    expect(keys(32).filter(key => !isKept(key))).toEqual([])
  })

  test('what is no page any more when it is made anew is not kept', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { ask, isKept } = create()
    for (const key of ['/gone', '/other']) await ask(key)
    vi.advanceTimersByTime(60_000)
    expect(await ask('/gone', 0, false)).toBe('/gone 1')
    await expect.poll(() => ['/gone', '/other'].filter(isKept)).toEqual(['/other'])
  })

  test('those who ask at the same time wait for the one that is being made, and a failure is not kept', async () => {
    const kept = createStaleWhileRevalidate<string>({ maxSize: MEGABYTE, onRefreshError: () => {} })
    const make = vi.fn(async () => ({ value: 'page', size: 1, keep: true }))
    make.mockRejectedValueOnce(new Error('away'))
    const failed = await Promise.allSettled([kept.makeFirst('/a', 60, make), kept.makeFirst('/a', 60, make)])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(make).toHaveBeenCalledTimes(1)
    expect(await Promise.all([kept.makeFirst('/a', 60, make), kept.makeFirst('/a', 60, make)])).toEqual([
      'page',
      'page',
    ])
    expect(make).toHaveBeenCalledTimes(2)
  })
})

test('one page that is as large as all may be together is kept', async () => {
  const { ask, isKept } = create()
  await ask('/large', 64 * MEGABYTE)
  expect({ kept: ['/large'].filter(isKept) }).toEqual({ kept: ['/large'] })
})

test(
  'a server keeps 64 MB of such pages, in every content encoding: of three of 24 MB, the last two',
  patient,
  async () => {
    // Four letters for three random bytes: brotli and gzip make three quarters of it.
    const words = randomBytes(3_600_000).toString('base64')
    const asked: string[] = []
    const load: ValuePage['load'] = ({ params: { slug = '' } }) => {
      const isFirst = !asked.includes(slug)
      asked.push(slug)
      return { data: isFirst ? words : '' }
    }
    const page: ValuePage = { path: '/page/:slug', revalidate: 60, load, Component: () => null }
    await using server = await listen(await siteOfValues({ page }, log))
    for (const slug of ['one', 'two', 'one', 'two', 'three', 'two', 'three', 'one'])
      await ask(`${server.url}/page/${slug}`, { method: 'HEAD' })
    expect(asked).toEqual(['one', 'two', 'three', 'one'])
  },
)

test('a page with revalidate: 60 is loaded again every minute, and not only the first time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let loads = 0
  const page: ValuePage = { path: '/page', revalidate: 60, load: () => ({ data: `load ${++loads}` }) }
  await using server = await listen(await siteOfValues({ page }, log))
  const visit = () => text(`${server.url}/page`)
  expect(await visit()).toContain('load 1')
  for (const expected of ['load 2', 'load 3']) {
    vi.advanceTimersByTime(60_000)
    await expect.poll(visit).toContain(expected)
  }
})
