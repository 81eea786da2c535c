import type { Table } from '../../shared/page-table.ts'
import { describeError } from '../errors.ts'
import { compress } from '../http/compress.ts'
import { type MaybePromise, mapMaybePromise } from '../http/page-source.ts'
import { errorResponse, missingData, pageResponse, type ReadyResponse } from '../http/responses.ts'
import type { Limits } from '../limits/limits.ts'
import { withTimeout } from '../limits/page-timeout.ts'
import type { Logger } from '../logger.ts'
import type { FixedPage, PageRenderer } from '../render/page-renderer.tsx'
import type { Cache } from './cache.ts'

/** The responses of the pages that depend on the build and the origin alone. */
export interface FixedPages {
  /** The page at a path, if it has no loader. */
  at(path: string): MaybePromise<ReadyResponse> | undefined
  notFound(path: string): MaybePromise<ReadyResponse>
  failed(): MaybePromise<ReadyResponse>
  overloaded(): MaybePromise<ReadyResponse>
}

interface Parts {
  log: Logger
  table: Table
  renderer: PageRenderer
  limits: Limits
  cache: Cache
}

/**
 * Renders and compresses a fixed page when it is first asked for, and caches the response, or a failure for five seconds. The
 * error pages stay in memory: they answer those for whom nothing can be rendered. That of the status 503 is rendered at the
 * start.
 */
export function createFixedPages({ log, table, renderer, limits, cache }: Parts): FixedPages {
  /** By status and language. */
  const errorPages = new Map<string, Promise<ReadyResponse>>()

  const render = (page: FixedPage) =>
    withTimeout(async signal => {
      using rendered = await limits.render({ group: page, signal }, () => page.render(signal))
      return pageResponse(page, await compress(rendered.html))
    })

  /** Rendered without a slot: it is what a request without a slot gets. */
  const renderErrorPage = (page: FixedPage) =>
    withTimeout(async signal => pageResponse(page, await compress(await page.render(signal))))

  const errorPage = (page: FixedPage, lang = '') => {
    const key = `${page.status} ${lang}`
    return errorPages.getOrInsertComputed(key, () =>
      renderErrorPage(page).catch(error => {
        errorPages.delete(key)
        throw error
      }),
    )
  }

  const errorPageOrText = (page: FixedPage) =>
    errorPage(page).catch(error => {
      log.error(
        { err: describeError(error) },
        `the page ${page.status} cannot be rendered: a plain text is sent`,
      )
      return errorResponse(page.status)
    })

  void errorPageOrText(renderer.overloaded)
  return {
    at: path => {
      const page = renderer.fixedAt(path)
      if (!page) return undefined
      const cached = cache.get(path, Infinity, async () => ({
        document: await render(page),
        data: missingData,
      }))
      return mapMaybePromise(cached, ({ document }) => document)
    },
    notFound: path => {
      const language = table.languageAt(path)
      return errorPage(renderer.notFoundIn(language), language.lang)
    },
    failed: () => errorPageOrText(renderer.failed),
    overloaded: () => errorPageOrText(renderer.overloaded),
  }
}
