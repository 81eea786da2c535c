import type { Table } from '../../shared/page-table.ts'
import { describeError } from '../errors.ts'
import type { PageSource } from '../http/page-source.ts'
import type { Send } from '../http/send.ts'
import type { Logger } from '../logger.ts'
import type { SendPage } from '../owner.ts'
import type { AnyLoader, LoadPage } from '../pages/load-page.ts'
import type { PageRenderer } from '../pages/page-renderer.tsx'
import type { Turns } from '../pages/turns.ts'
import type { Counts } from '../summary.ts'
import { createCache } from './cache.ts'
import { createConcurrencyLimit } from './concurrency-limit.ts'
import { createDataPages } from './data-pages.ts'
import { createFixedPages } from './fixed-pages.ts'
import { createSitemap, SITEMAP_PATH } from './live-sitemap.ts'

interface LivePagesParts {
  table: Table
  origin: string
  loaders: Readonly<Record<string, AnyLoader>>
  loadPage: LoadPage
  renderer: PageRenderer
  turns: Turns
  counts: Counts
  log: Logger
  send: Send
}

/** Pages that are rendered when they are asked for, and the function that shows one for an endpoint. */
export function createLivePages(parts: LivePagesParts): { pages: PageSource; sendPage: SendPage } {
  const { table, turns, counts, log } = parts
  const make = createConcurrencyLimit(counts, turns)
  const cache = createCache(counts, (error, path) =>
    log.warn({ err: describeError(error), path }, 'loading has failed: the old page stays'),
  )
  const fixedPages = createFixedPages({ ...parts, make, cache })
  const { sendPage, ...dataPages } = createDataPages({ ...parts, make, cache, fixedPages })
  const sitemap = createSitemap({ ...parts, make, cache })
  const pages: PageSource = {
    ...fixedPages,
    dynamic: (req, res) => (req.path === SITEMAP_PATH ? sitemap() : dataPages.dynamic(req, res)),
    has: path => path === SITEMAP_PATH || table.match(path) !== undefined || dataPages.has(path),
  }
  return { pages, sendPage }
}
