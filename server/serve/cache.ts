import { LRUCache } from 'lru-cache'
import { ClientLeft, Overloaded, SharedFailure } from '../errors.ts'
import type { MaybePromise } from '../http/page-source.ts'
import type { Bodies, ReadyResponse } from '../http/responses.ts'
import type { Counts } from '../summary.ts'

/** What is cached at most, in every content encoding. Beyond it, what was asked for least recently is rendered again. */
const MAX_CACHED_BYTES = 32_000_000

/** How many failures are cached at most. They take some hundred bytes each, and push no page out. */
const MAX_FAILURES = 1000

/** How long the source of a page is left in peace after it has failed, or has found no page. */
const RETRY_INTERVAL_SECONDS = 5

/** A page in its two forms. */
export interface PageResponses {
  document: ReadyResponse
  data: ReadyResponse
  /** Whether the loader has found no page: the document is then the site's own 404, which all such addresses share. */
  notFound?: boolean
  /** In milliseconds: how long its loader took. It is for those who have waited for it, and is not cached. */
  loadTime?: number
  /** Where it was cached: `stale` where it is older than it should be. Undefined where it was rendered for this request. */
  cached?: 'hit' | 'stale'
}

/** Times are in milliseconds of performance.now(). */
interface Entry {
  page: PageResponses
  staleAt: number
  /** When it is rendered again: as soon as it is stale, or a while after that has failed. */
  refreshAt: number
}

/** What is answered, until it is tried again, where no page could be loaded or rendered. */
interface Failure {
  answer(): MaybePromise<PageResponses>
  retryAt: number
}

type Render = () => Promise<PageResponses>

export interface Cache {
  /** What is cached under a key, or a promise of what is rendered. `seconds` may be Infinity. */
  get(key: string, seconds: number, render: Render): MaybePromise<PageResponses>
  /** Forgets what is cached under a key, and what is being rendered: those who wait for that get it, and nobody else. */
  purge(key: string): void
}

/**
 * Caches pages in memory. Those who ask for a page while it is rendered for the first time wait for it together. After so
 * many seconds it is rendered again, while everybody gets the old one: stale-while-revalidate of RFC 5861. If that fails,
 * `onRefreshError` is told, and the old one stays. Where there is no old one, the failure is cached for a while, and so is
 * what was not found.
 */
export function createCache(counts: Counts, onRefreshError: (error: unknown, key: string) => void): Cache {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ page: { document, data } }) => sizeOf(document.bodies) + sizeOf(data.bodies),
  })
  const failures = new LRUCache<string, Failure>({ max: MAX_FAILURES })
  /** What is being rendered, unless it was purged meanwhile. */
  const pending = new Map<string, Promise<PageResponses>>()

  function storePage(key: string, seconds: number, { document, data, notFound }: PageResponses): void {
    const page: PageResponses = { document, data, cached: 'hit' }
    // A crawler would fill the memory with pages that do not exist.
    const isCached = document.status === 200
    const staleAt = performance.now() + seconds * 1000
    if (isCached) entries.set(key, { page, staleAt, refreshAt: staleAt })
    else entries.delete(key)
    if (notFound) failures.set(key, { answer: () => page, retryAt: retryTime(seconds) })
    counts.kept = entries.calculatedSize
  }

  function storeFailure(key: string, seconds: number, error: unknown): void {
    const retryAt = retryTime(seconds)
    const old = entries.peek(key)
    if (old) old.refreshAt = retryAt
    if (!isCacheable(error)) return
    const failure = new SharedFailure(error)
    failures.set(key, { answer: () => Promise.reject(failure), retryAt })
  }

  function renderOnce(key: string, seconds: number, render: Render): Promise<PageResponses> {
    const settle = (store: () => void) => {
      if (pending.get(key) !== rendering) return // It was purged, and what is pending now is another one.
      pending.delete(key)
      store()
    }
    // In an async function, so that what is thrown at once is a rejection, too.
    const rendering = (async () => render())().then(
      page => {
        settle(() => storePage(key, seconds, page))
        return page
      },
      error => {
        settle(() => storeFailure(key, seconds, error))
        throw error
      },
    )
    pending.set(key, rendering)
    return rendering
  }

  const refresh = (key: string, seconds: number, render: Render) =>
    renderOnce(key, seconds, render).catch(error => onRefreshError(error, key))

  return {
    get(key, seconds, render) {
      const now = performance.now()
      const entry = entries.get(key)
      if (entry) {
        if (now >= entry.refreshAt && !pending.has(key)) refresh(key, seconds, render)
        return now < entry.staleAt ? entry.page : { ...entry.page, cached: 'stale' }
      }
      const rendering = pending.get(key)
      if (rendering) return rendering.catch(shareFailure)
      const failure = failures.get(key)
      return failure && now < failure.retryAt ? failure.answer() : renderOnce(key, seconds, render)
    },
    purge(key) {
      entries.delete(key)
      failures.delete(key)
      pending.delete(key)
      counts.kept = entries.calculatedSize
    },
  }
}

const retryTime = (seconds: number) => performance.now() + Math.min(seconds, RETRY_INTERVAL_SECONDS) * 1000

/** Whether the next visitor would meet this error, too: not where we have refused the load, or somebody has aborted it. */
const isCacheable = (error: unknown) =>
  !(error instanceof Overloaded || error instanceof ClientLeft || isAbortError(error))

const isAbortError = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/** For who waits for what another request has begun. */
function shareFailure(error: unknown): never {
  throw isCacheable(error) ? new SharedFailure(error) : error
}

function sizeOf({ identity, br, gzip }: Bodies): number {
  return identity.length + (br?.length ?? 0) + (gzip?.length ?? 0)
}
