import { expect, test, vi } from 'vitest'
import { createStaleWhileRevalidate } from '../../server/pages/stale-while-revalidate.ts'

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

test('sixty-four pages of a megabyte are kept, and of one more the one that was asked for least recently goes', async () => {
  const { ask, isKept, made } = create()
  for (const key of keys(64)) await ask(key)
  await ask('/page-0') // Now /page-1 is the oldest.
  expect(made).toHaveLength(64)
  await ask('/one-more')
  const gone = keys(64).filter(key => !isKept(key))
  expect(gone).toEqual(['/page-1'])
  expect(isKept('/one-more')).toBe(true)
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
  await ask('/gone')
  vi.advanceTimersByTime(60_000)
  expect(await ask('/gone', 0, false)).toBe('/gone 1')
  await expect.poll(() => isKept('/gone')).toBe(false)
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
