import { LRUCache } from 'lru-cache'
import type { Soon } from '../http/page-source.ts'
import type { Bodies, StaticResponse } from '../http/responses.ts'
import type { Counts } from '../summary.ts'

/** What is kept at most, in every content encoding. Beyond it, what was asked for least recently is made again. */
const MAX_KEPT_BYTES = 32_000_000

/** How long the source of a page is left in peace after it has failed, while the old page is sent. */
const RETRY_INTERVAL_MS = 5000

/** A page in its two forms. One without a loader has no data. */
export interface PageResponses {
  document: StaticResponse
  data?: StaticResponse | undefined
  /** In milliseconds: how long its loader took. It is for those who have waited for it, and is not kept. */
  loadTime?: number
  /** Whether it was kept, or kept for longer than it should be; without it, it was made. */
  kept?: 'hit' | 'stale'
}

/** In milliseconds of performance.now(). */
interface Entry {
  page: PageResponses
  staleAt: number
  /** When it is made again: as soon as it is stale, or a while after that has failed. */
  refreshAt: number
}

export interface Cache {
  /** What is kept under a key, or a promise of what is made. `seconds` may be Infinity. */
  get(key: string, seconds: number, make: () => Promise<PageResponses>): Soon<PageResponses>
}

/** Takes something from what the cache gives: at once where it is kept. */
export const whenMade = <Part>(page: Soon<PageResponses>, take: (page: PageResponses) => Part): Soon<Part> =>
  page instanceof Promise ? page.then(take) : take(page)

/**
 * Keeps pages in memory. Those who ask for a page while it is made for the first time wait for it together. After so many
 * seconds it is made again, while everybody gets the old one: stale-while-revalidate of RFC 5861. If that fails,
 * `onRefreshError` is told, and the old one stays.
 */
export function createCache(counts: Counts, onRefreshError: (error: unknown, key: string) => void): Cache {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ page: { document, data } }) => sizeOf(document.bodies) + sizeOf(data?.bodies),
  })
  const pending = new Map<string, Promise<PageResponses>>()

  function keep(key: string, seconds: number, { document, data }: PageResponses): void {
    // A crawler would fill the memory with pages that do not exist. Our own error page is kept: it never changes.
    const isKept = document.status === 200 || seconds === Infinity
    const staleAt = performance.now() + seconds * 1000
    if (isKept) entries.set(key, { page: { document, data, kept: 'hit' }, staleAt, refreshAt: staleAt })
    else entries.delete(key)
    counts.kept = entries.calculatedSize
  }

  function makeOnce(
    key: string,
    seconds: number,
    make: () => Promise<PageResponses>,
  ): Promise<PageResponses> {
    const made = async () => {
      const page = await make()
      keep(key, seconds, page)
      return page
    }
    // Not within `made`, which could fail before its promise is pending.
    return pending.getOrInsertComputed(key, () => made().finally(() => pending.delete(key)))
  }

  function refresh(key: string, seconds: number, entry: Entry, make: () => Promise<PageResponses>): void {
    makeOnce(key, seconds, make).catch(error => {
      entry.refreshAt = performance.now() + RETRY_INTERVAL_MS
      onRefreshError(error, key)
    })
  }

  return {
    get(key, seconds, make) {
      const entry = entries.get(key)
      if (!entry) return makeOnce(key, seconds, make)
      const now = performance.now()
      if (now >= entry.refreshAt && !pending.has(key)) refresh(key, seconds, entry, make)
      return now < entry.staleAt ? entry.page : { ...entry.page, kept: 'stale' }
    },
  }
}

function sizeOf(bodies: Bodies | undefined): number {
  if (!bodies) return 0
  const { identity, br, gzip } = bodies
  return identity.length + (br?.length ?? 0) + (gzip?.length ?? 0)
}
