import type { NavigationFeature } from '../../extension-points.ts'
import type { PageData } from '../../shared/page.tsx'
import { dataPathOf } from './paths.ts'

/** The id of the document's build: server/metadata/server-head.ts. A third-party script may have such an attribute, too. */
const buildId = document.querySelector<HTMLElement>('script[data-head][data-build-id]')?.dataset.buildId

/** How long a click may use data that was fetched in advance. */
const PREFETCH_LIFETIME_MS = 10_000

/** The data that was fetched in advance for the link that the visitor pointed at last. It's used once. */
let prefetched: { key: string; data: Promise<PageData>; expires: number } | undefined

/** Fetches the data of the page at a URL. Rejects if there is none, or if it's from a different build. */
async function fetchData(url: URL, signal?: AbortSignal): Promise<PageData> {
  const key = url.pathname + url.search
  const early = prefetched
  prefetched = undefined
  if (early?.key === key && performance.now() < early.expires) return early.data
  // A redirect isn't followed but rejects here. So the browser requests the document, and ends up at the right URL.
  const response = await fetch(dataPathOf(url.pathname) + url.search, {
    redirect: 'manual',
    ...(signal && { signal }),
  })
  if (!response.ok) throw new Error(`${key} has no data: ${response.status}`)
  const page: PageData = await response.json()
  if (page.buildId !== buildId) throw new Error(`${key} is from another build`)
  return page
}

/** Fetches data in advance, when the visitor points at a link to its page. */
function prefetchData(url: URL): void {
  const key = url.pathname + url.search
  if (prefetched?.key === key && performance.now() < prefetched.expires) return
  const early = { key, data: fetchData(url), expires: performance.now() + PREFETCH_LIFETIME_MS }
  prefetched = early
  early.data.catch(() => {
    if (prefetched === early) prefetched = undefined // A click fetches again.
  })
}

export const data: NavigationFeature = { load: fetchData, prefetch: prefetchData }
