import { STATUS_CODES } from 'node:http'
import { compressed } from '../http/compress.ts'
import { type Soon, textResponse } from '../http/response.ts'
import type { Cache, PageResponses } from './cache.ts'
import type { Make } from './concurrency-limit.ts'
import type { FixedPage, PageRenderer } from './page-renderer.tsx'
import { pageResponse } from './page-response.ts'
import { withTimeout } from './with-timeout.ts'

/** The responses of the pages that depend on the build and the origin alone. */
export interface FixedPages {
  /** The page at a path, if it has no loader. */
  at(path: string): Soon | undefined
  notFound(): Soon
  /** For a request that has failed. */
  failed(): Soon
  /** For a request that was refused. */
  refused(): Soon
}

interface Parts {
  renderer: PageRenderer
  make: Make
  cache: Cache
}

/** Renders and compresses a fixed page when it is first asked for, and keeps the response. A failed one is not kept. */
export function createFixedPages({ renderer, make, cache }: Parts): FixedPages {
  const render = (page: FixedPage) => async (signal: AbortSignal) => ({
    document: pageResponse(page.status, await compressed(await page.render(signal))),
  })
  const kept = (key: string, makePage: () => Promise<PageResponses>): Soon => {
    const page = cache.get(key, Infinity, makePage)
    return page instanceof Promise ? page.then(({ document }) => document) : page.document
  }
  /** Made without a place: it is what a request without a place gets. */
  const errorPage = (page: FixedPage) => kept(`${page.status}`, () => withTimeout(render(page)))
  const errorPageOrText = async (page: FixedPage) => {
    try {
      return await errorPage(page)
    } catch {
      return textResponse(page.status, STATUS_CODES[page.status] ?? '')
    }
  }
  return {
    at: path => {
      const page = renderer.fixedAt(path)
      return page && kept(path, () => make(page, render(page)))
    },
    notFound: () => errorPage(renderer.notFound),
    failed: () => errorPageOrText(renderer.failed),
    refused: () => errorPageOrText(renderer.refused),
  }
}
