import type { Table } from '../../shared/page-table.ts'
import { compressed } from '../http/compress.ts'
import type { Soon } from '../http/page-source.ts'
import { errorResponse, pageResponse, type StaticResponse } from '../http/responses.ts'
import type { FixedPage, PageRenderer } from '../pages/page-renderer.tsx'
import { withTimeout } from '../pages/with-timeout.ts'
import { type Cache, type PageResponses, whenMade } from './cache.ts'
import type { Make } from './concurrency-limit.ts'

/** The responses of the pages that depend on the build and the origin alone. */
export interface FixedPages {
  /** The page at a path, if it has no loader. */
  at(path: string): Soon<StaticResponse> | undefined
  notFound(path: string): Soon<StaticResponse>
  failed(): Soon<StaticResponse>
  refused(): Soon<StaticResponse>
}

interface Parts {
  table: Table
  renderer: PageRenderer
  make: Make
  cache: Cache
}

/** Renders and compresses a fixed page when it is first asked for, and keeps the response. A failed one is not kept. */
export function createFixedPages({ table, renderer, make, cache }: Parts): FixedPages {
  const render = (page: FixedPage) => async (signal: AbortSignal) => ({
    document: pageResponse(page, await compressed(await page.render(signal))),
  })
  const kept = (key: string, makePage: () => Promise<PageResponses>) =>
    whenMade(cache.get(key, Infinity, makePage), ({ document }) => document)
  /** Made without a place: it is what a request without a place gets. */
  const errorPage = (page: FixedPage, lang = '') =>
    kept(`${page.status} ${lang}`, () => withTimeout(render(page)))
  const errorPageOrText = async (page: FixedPage) => {
    try {
      return await errorPage(page)
    } catch {
      return errorResponse(page.status)
    }
  }
  return {
    at: path => {
      const page = renderer.fixedAt(path)
      return page && kept(path, () => make(page, render(page)))
    },
    notFound: path => {
      const language = table.languageAt(path)
      return errorPage(renderer.notFoundIn(language), language.lang)
    },
    failed: () => errorPageOrText(renderer.failed),
    refused: () => errorPageOrText(renderer.refused),
  }
}
