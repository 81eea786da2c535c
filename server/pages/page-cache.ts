import { compressed } from '../http/compress.ts'
import type { StaticResponse } from '../http/response.ts'
import type { FixedPage } from './page-renderer.tsx'
import { pageResponse } from './page-response.ts'
import { withTimeout } from './with-timeout.ts'

export type PageCache = (page: FixedPage) => Promise<StaticResponse>

/** Of about 45 kB each. Beyond that, the one that was asked for least recently is rendered again. */
const MAX_CACHED_PAGES = 500

/**
 * Renders and compresses a page that cannot change when it is first asked for, and keeps the response. Requests meanwhile
 * wait for that rendering. A failed one is not kept.
 */
export function createPageCache(): PageCache {
  const responses = new Map<FixedPage, Promise<StaticResponse>>()

  async function renderResponse(page: FixedPage): Promise<StaticResponse> {
    try {
      const html = await withTimeout(page.render)
      return pageResponse(page.status, await compressed(html))
    } catch (error) {
      responses.delete(page)
      throw error
    }
  }

  return page => {
    const response = responses.get(page) ?? renderResponse(page)
    // A Map keeps the order of insertion, so that its first key is the least recently used.
    responses.delete(page)
    responses.set(page, response)
    if (responses.size > MAX_CACHED_PAGES) {
      const [oldest] = responses.keys()
      if (oldest) responses.delete(oldest)
    }
    return response
  }
}
