import { LRUCache } from 'lru-cache'
import { ClientLeft, SharedFailure } from '../../server/lib/errors.ts'
import type { Bodies, ReusableResponse } from '../../server/respond/responses.ts'
import { Overloaded } from './refusal.ts'

/** The most bytes of cached pages, in all content encodings. Beyond it, the cache drops the least recently requested page. */
const MAX_CACHED_BYTES = 32_000_000

/** Negative caching: failures, 404s and redirects have their own cache, so that a crawler of missing pages can't push pages out. */
const MAX_NEGATIVES = 1000
const MAX_NEGATIVE_BYTES = 4_000_000

/** How long to wait before loading again after a failure, or after a load that found no page. */
const RETRY_INTERVAL_SECONDS = 5

/** A loaded page as HTML and as JSON. */
export interface PageResponses {
  document: ReusableResponse
  data: ReusableResponse
  /** The document is the site's 404, which all missing addresses share. */
  isNotFound?: boolean
  /** How long the page is fresh, if not for the `seconds` of its request. */
  freshSeconds?: number
  /** How long the loader took. */
  loaderMs?: number
}

export interface CacheResult extends PageResponses {
  /** `stale`: older than its `revalidate`. `miss`: loaded while this request waited. */
  state: 'hit' | 'stale' | 'miss'
}

/** A cached page. Its times are those of performance.now(). */
interface Entry {
  responses: PageResponses
  staleAt: number
  /** When the page may be loaded again: as soon as it's stale, or a while after a failed load. */
  refreshAt: number
}

interface NegativeEntry {
  result: Promise<PageResponses>
  retryAt: number
}

type Load = () => Promise<PageResponses>

export interface Cache {
  /** Gets the responses for a key. All who request them during a load share that load. */
  get(key: string, seconds: number, load: Load): Promise<CacheResult>
  /** Deletes a key. A running load isn't cached: only those who are already waiting get its result. */
  purge(key: string): void
  /** The current size of the cached pages. */
  bytes(): number
}

/**
 * Caches pages for `seconds`. Then the first request loads the page again, while everybody gets the old page
 * (stale-while-revalidate, RFC 5861). If this load fails, the old page stays, and `onRefreshError` is called.
 */
export function createCache(onRefreshError: (error: unknown, key: string) => void): Cache {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ responses }) => bytesOf(responses),
  })
  const negatives = new LRUCache<string, NegativeEntry>({ max: MAX_NEGATIVES, maxSize: MAX_NEGATIVE_BYTES })
  const loading = new Map<string, Promise<PageResponses>>()

  async function get(key: string, seconds: number, load: Load): Promise<CacheResult> {
    const now = performance.now()
    const entry = entries.get(key)
    if (entry) {
      if (now >= entry.refreshAt && !loading.has(key))
        startLoad(key, seconds, load).catch(error => onRefreshError(error, key))
      return { ...entry.responses, state: now < entry.staleAt ? 'hit' : 'stale' }
    }
    const negative = negatives.get(key)
    if (negative && now < negative.retryAt) return { ...(await shared(negative.result)), state: 'hit' }
    const current = loading.get(key)
    return { ...(await (current ? shared(current) : startLoad(key, seconds, load))), state: 'miss' }
  }

  async function startLoad(key: string, seconds: number, load: Load): Promise<PageResponses> {
    const result = load()
    loading.set(key, result)
    const [outcome] = await Promise.allSettled([result])
    const wasPurged = loading.get(key) !== result
    if (!wasPurged) {
      loading.delete(key)
      if (outcome.status === 'rejected') cacheFailure(key, seconds, result, outcome.reason)
      else if (outcome.value.document.status === 200) cachePage(key, seconds, outcome.value)
      else cacheNegative(key, seconds, result, bytesOf(outcome.value))
    }
    return result
  }

  function cachePage(key: string, seconds: number, responses: PageResponses): void {
    const staleAt = performance.now() + (responses.freshSeconds ?? seconds) * 1000
    entries.set(key, { responses, staleAt, refreshAt: staleAt })
  }

  function cacheNegative(key: string, seconds: number, result: Promise<PageResponses>, size: number): void {
    entries.delete(key)
    negatives.set(key, { result, retryAt: retryTime(seconds) }, { size })
  }

  function cacheFailure(key: string, seconds: number, result: Promise<PageResponses>, error: unknown): void {
    const retryAt = retryTime(seconds)
    const entry = entries.peek(key)
    if (entry) entry.refreshAt = retryAt
    else if (isFailureOfSource(error)) negatives.set(key, { result, retryAt }, { size: 1 })
  }

  function purge(key: string): void {
    entries.delete(key)
    negatives.delete(key)
    loading.delete(key)
  }

  return { get, purge, bytes: () => entries.calculatedSize }
}

const retryTime = (seconds: number) => performance.now() + Math.min(seconds, RETRY_INTERVAL_SECONDS) * 1000

/** Whether the next visitor would get this error, too. False for a refusal and for a load that was aborted. */
const isFailureOfSource = (error: unknown) =>
  !(error instanceof Overloaded || error instanceof ClientLeft || isAbortError(error))

const isAbortError = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/** Waits for another request's load. If the load fails, that request logs the error, so here it becomes a SharedFailure. */
const shared = (result: Promise<PageResponses>): Promise<PageResponses> =>
  result.catch(error => {
    throw isFailureOfSource(error) ? new SharedFailure(error) : error
  })

const bytesOf = ({ document, data, isNotFound }: PageResponses): number =>
  isNotFound ? 1 : sizeOf(document.bodies) + sizeOf(data.bodies)

const sizeOf = ({ identity, br, gzip }: Bodies): number =>
  identity.length + (br?.length ?? 0) + (gzip?.length ?? 0)
