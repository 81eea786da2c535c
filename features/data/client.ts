import type { NavigationFeature } from '../../joints.ts'
import type { PageData } from '../../shared/page.tsx'
import { dataPathOf } from './paths.ts'

/** How long data that was fetched in advance is good for a click. */
const PREFETCH_LIFETIME_MS = 10_000

/** Data that is fetched in advance, of the page for which the visitor has reached last. It is used once. */
let prefetched: { key: string; data: Promise<PageData>; expires: number } | undefined

/** Fetches the data of the page at an address. Rejects where there is none, or where it is of another build. */
async function fetchData(url: URL, buildId: string, signal?: AbortSignal): Promise<PageData> {
  const key = url.pathname + url.search
  const early = prefetched
  prefetched = undefined
  if (early?.key === key && performance.now() < early.expires) return early.data
  // What redirects becomes a request for the document, whose URL then is the right one.
  const response = await fetch(dataPathOf(url.pathname) + url.search, {
    redirect: 'manual',
    ...(signal && { signal }),
  })
  if (!response.ok) throw new Error(`${key} has no data: ${response.status}`)
  const page: PageData = await response.json()
  if (page.buildId !== buildId) throw new Error(`${key} is of another build`)
  return page
}

/** Fetches the data of a page to which a link leads that the visitor has reached for. */
function prefetchData(url: URL, buildId: string): void {
  const key = url.pathname + url.search
  if (prefetched?.key === key && performance.now() < prefetched.expires) return
  const early = { key, data: fetchData(url, buildId), expires: performance.now() + PREFETCH_LIFETIME_MS }
  prefetched = early
  early.data.catch(() => {
    if (prefetched === early) prefetched = undefined // The click asks again.
  })
}

export const data: NavigationFeature = { load: fetchData, prefetch: prefetchData }
