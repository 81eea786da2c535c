import { LRUCache } from 'lru-cache'
import { ClientLeft, SharedFailure } from '../../server/lib/errors.ts'
import type { Bodies, CachedResponse } from '../../server/respond/responses.ts'
import type { Figures } from './figures.ts'
import { Overloaded } from './refusal.ts'

/** In every content encoding together. Beyond it, the page that was requested least recently goes. */
const MAX_CACHED_BYTES = 32_000_000

/** Failures, 404s, redirects and the like have a cache of their own, so that a crawler of missing pages pushes no page out. */
const MAX_MISSES = 1000
const MAX_MISSES_BYTES = 4_000_000

/** How long a source is left alone after it has failed, or has given no page. */
const RETRY_INTERVAL_SECONDS = 5

/** A page in its two forms. */
export interface LoadedResponses {
  document: CachedResponse
  data: CachedResponse
  /** The document is the site's 404, which all missing addresses share. */
  isNotFound?: boolean
  /** How long it's fresh, if not for the `seconds` of its request. */
  freshSeconds?: number
  /** How long its loader took. */
  loaderMs?: number
}

export interface CachedResponses extends LoadedResponses {
  /** `stale`: older than its `revalidate`. `miss`: loaded while this request waited. */
  state: 'hit' | 'stale' | 'miss'
}

/** Times are those of performance.now(). */
interface Entry {
  responses: LoadedResponses
  staleAt: number
  /** When it's loaded again: as soon as it's stale, or a while after that has failed. */
  refreshAt: number
}

interface Miss {
  result: Promise<LoadedResponses>
  retryAt: number
}

type Load = () => Promise<LoadedResponses>

export interface Cache {
  /** The responses under a key. Those who request it during a load wait for that load together. */
  get(key: string, seconds: number, load: Load): Promise<CachedResponses>
  /** Forgets a key. Whoever waits for a load that's under way gets its result, and nobody else does. */
  purge(key: string): void
}

/**
 * Keeps pages for `seconds`. Then the first request loads the page again, while everybody gets the old one
 * (stale-while-revalidate, RFC 5861). If that fails, the old one stays, and `onRefreshError` is called.
 */
export function createCache(figures: Figures, onRefreshError: (error: unknown, key: string) => void): Cache {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ responses }) => bytesOf(responses),
  })
  const misses = new LRUCache<string, Miss>({ max: MAX_MISSES, maxSize: MAX_MISSES_BYTES })
  const loading = new Map<string, Promise<LoadedResponses>>()

  async function get(key: string, seconds: number, load: Load): Promise<CachedResponses> {
    const now = performance.now()
    const entry = entries.get(key)
    if (entry) {
      if (now >= entry.refreshAt && !loading.has(key))
        startLoad(key, seconds, load).catch(error => onRefreshError(error, key))
      return { ...entry.responses, state: now < entry.staleAt ? 'hit' : 'stale' }
    }
    const miss = misses.get(key)
    if (miss && now < miss.retryAt) return { ...(await shared(miss.result)), state: 'hit' }
    const current = loading.get(key)
    return { ...(await (current ? shared(current) : startLoad(key, seconds, load))), state: 'miss' }
  }

  async function startLoad(key: string, seconds: number, load: Load): Promise<LoadedResponses> {
    const result = load()
    loading.set(key, result)
    const [outcome] = await Promise.allSettled([result])
    const wasPurged = loading.get(key) !== result
    if (!wasPurged) {
      loading.delete(key)
      if (outcome.status === 'rejected') keepFailure(key, seconds, result, outcome.reason)
      else if (outcome.value.document.status === 200) keepPage(key, seconds, outcome.value)
      else keepMiss(key, seconds, result, bytesOf(outcome.value))
      figures.cacheBytes = entries.calculatedSize
    }
    return result
  }

  function keepPage(key: string, seconds: number, responses: LoadedResponses): void {
    const staleAt = performance.now() + (responses.freshSeconds ?? seconds) * 1000
    entries.set(key, { responses, staleAt, refreshAt: staleAt })
  }

  function keepMiss(key: string, seconds: number, result: Promise<LoadedResponses>, size: number): void {
    entries.delete(key)
    misses.set(key, { result, retryAt: retryTime(seconds) }, { size })
  }

  function keepFailure(key: string, seconds: number, result: Promise<LoadedResponses>, error: unknown): void {
    const retryAt = retryTime(seconds)
    const entry = entries.peek(key)
    if (entry) entry.refreshAt = retryAt
    else if (isFailureOfSource(error)) misses.set(key, { result, retryAt }, { size: 1 })
  }

  function purge(key: string): void {
    entries.delete(key)
    misses.delete(key)
    loading.delete(key)
    figures.cacheBytes = entries.calculatedSize
  }

  return { get, purge }
}

const retryTime = (seconds: number) => performance.now() + Math.min(seconds, RETRY_INTERVAL_SECONDS) * 1000

/** Whether the next visitor would get this error, too: not after a refusal, or after somebody has aborted the load. */
const isFailureOfSource = (error: unknown) =>
  !(error instanceof Overloaded || error instanceof ClientLeft || isAbortError(error))

const isAbortError = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/** For requests that get what another one has loaded, and has logged if it failed. */
const shared = (result: Promise<LoadedResponses>): Promise<LoadedResponses> =>
  result.catch(error => {
    throw isFailureOfSource(error) ? new SharedFailure(error) : error
  })

const bytesOf = ({ document, data, isNotFound }: LoadedResponses): number =>
  isNotFound ? 1 : sizeOf(document.bodies) + sizeOf(data.bodies)

const sizeOf = ({ identity, br, gzip }: Bodies): number =>
  identity.length + (br?.length ?? 0) + (gzip?.length ?? 0)
