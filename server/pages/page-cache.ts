import { describeError } from '../errors.ts'
import { compressed } from '../http/compress.ts'
import type { StaticResponse } from '../http/response.ts'
import type { Logger } from '../logger.ts'
import { pageResponse } from './page-response.ts'
import type { RenderablePage } from './pages.tsx'
import { withTimeout } from './with-timeout.ts'

/** Of about 45 kB each. Beyond that, the one that was asked for least recently is rendered again. */
const MAX_CACHED_PAGES = 500

interface Entry {
  /** The last good response, or the pending first one. */
  response: Promise<StaticResponse>
  isPending: boolean
  /** When it is rendered again, in milliseconds of performance.now(). */
  expires: number
}

export type PageCache = (page: RenderablePage) => Promise<StaticResponse>

/**
 * Renders and compresses a page when it is first asked for, and keeps the response. Requests meanwhile wait for that
 * rendering. A failed first rendering is not kept. A page with `revalidate` is rendered again by one request, while
 * others get the old response, which stays if that fails.
 */
export function createPageCache(origin: string, log: Logger): PageCache {
  const entries = new Map<RenderablePage, Entry>()

  async function renderResponse({ path, status, render }: RenderablePage): Promise<StaticResponse> {
    const url = new URL(path, origin)
    const html = await withTimeout(signal => render({ url, signal }))
    return pageResponse(status, await compressed(html))
  }

  function keep(page: RenderablePage, entry: Entry): void {
    // A Map keeps the order of insertion, so that its first key is the least recently used.
    entries.delete(page)
    entries.set(page, entry)
    if (entries.size <= MAX_CACHED_PAGES) return
    const [oldest] = entries.keys()
    if (oldest) entries.delete(oldest)
  }

  async function renderFirst(page: RenderablePage): Promise<StaticResponse> {
    const response = renderResponse(page)
    const entry = { response, isPending: true, expires: Number.POSITIVE_INFINITY }
    keep(page, entry)
    try {
      await response
      settle(page, entry)
    } catch {
      entries.delete(page)
    }
    return response
  }

  async function renderAgain(page: RenderablePage, entry: Entry): Promise<StaticResponse> {
    entry.isPending = true
    try {
      const response = await renderResponse(page)
      entry.response = Promise.resolve(response)
    } catch (error) {
      log.warn({ err: describeError(error), path: page.path }, 'rendering has failed: the old page stays')
    }
    settle(page, entry)
    return entry.response
  }

  function settle(page: RenderablePage, entry: Entry): void {
    entry.isPending = false
    if (page.revalidate) entry.expires = performance.now() + page.revalidate * 1000
  }

  return page => {
    const entry = entries.get(page)
    if (!entry) return renderFirst(page)
    keep(page, entry)
    const isFresh = entry.isPending || performance.now() < entry.expires
    return isFresh ? entry.response : renderAgain(page, entry)
  }
}
