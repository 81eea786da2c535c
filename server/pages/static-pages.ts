import { availableParallelism } from 'node:os'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { CoreServices } from '../../extension-points.ts'
import { describeError, SharedFailure } from '../lib/errors.ts'
import { withTimeout } from '../render/page-limits.ts'
import type { StaticPage } from '../render/page-renderer.tsx'
import { compress } from '../respond/compress.ts'
import type { ErrorPages, Found } from '../respond/found.ts'
import { errorResponse, pageResponse, type ReusableResponse } from '../respond/responses.ts'

/** The number of pages in memory, of some 50 kB each. Beyond it, the least recently requested one is dropped. */
const MAX_PAGES = 2000

/** How long a failure is cached before the page is rendered again. */
const RETRY_INTERVAL_MS = 5000

export interface StaticPages extends ErrorPages {
  find(path: string): Found | undefined
}

/**
 * Renders and compresses each page at its first request, one per core at a time, and keeps the response, which depends only on the
 * build and the origin. With SERVE=static these are the error pages, and the pages that dist/ lacks. The limits of 4 seconds, which
 * begin with a page's turn, and of 5 MB are in page-limits.ts. An error page has them, too.
 */
export function createStaticPages({ log, renderer }: CoreServices): StaticPages {
  const limit = pLimit(availableParallelism())
  const responses = new LRUCache<string, Promise<ReusableResponse>>({ max: MAX_PAGES })
  const errorPageResponses = new Map<StaticPage, Promise<ReusableResponse>>()

  /** Only the rendering has a time limit: compression can't be aborted. */
  async function renderAndCompress(page: StaticPage): Promise<ReusableResponse> {
    const html = await withTimeout(page.render)
    return pageResponse(page.status, await compress(html))
  }

  /** If the page fails, the first request gets the error itself, and logs it. The others get a SharedFailure. */
  function respondAt(path: string, page: StaticPage): Promise<ReusableResponse> {
    const cached = responses.get(path)
    if (cached)
      return cached.catch(error => {
        throw new SharedFailure(error)
      })
    const rendering = limit(renderAndCompress, page)
    responses.set(path, rendering)
    rendering.catch(() => {
      setTimeout(() => responses.peek(path) === rendering && responses.delete(path), RETRY_INTERVAL_MS)
    })
    return rendering
  }

  /** Renders an error page at once: it doesn't wait until other pages are rendered. A failure isn't cached. */
  const errorPageResponse = (page: StaticPage): Promise<ReusableResponse> =>
    errorPageResponses.getOrInsertComputed(page, () =>
      renderAndCompress(page).catch(error => {
        errorPageResponses.delete(page)
        throw error
      }),
    )

  return {
    find: path => {
      const page = renderer.staticPages.get(path)
      return page && { kind: 'static', respond: () => respondAt(path, page) }
    },
    notFound: path => errorPageResponse(renderer.notFoundAt(path)),
    failed: () =>
      errorPageResponse(renderer.failed).catch(error => {
        log.error({ err: describeError(error) }, "the 500 page can't be rendered: sent plain text instead")
        return errorResponse(500)
      }),
  }
}
