import type { RouteTable } from '../../shared/route-table.ts'
import { describeError } from '../errors.ts'
import type { PageSource } from '../http/page-source.ts'
import type { Send } from '../http/send.ts'
import { createConcurrency } from '../limits/concurrency.ts'
import type { Logger } from '../logger.ts'
import type { AnyLoader, PageLoader } from '../render/page-loader.ts'
import type { PageRenderer } from '../render/page-renderer.tsx'
import type { Purge, SendPage } from '../site.ts'
import type { Counts } from '../summary.ts'
import { createCache } from './cache.ts'
import { createDataPages } from './data-pages.ts'
import { createSitemap } from './live-sitemap.ts'
import { createStaticPages } from './static-pages.ts'

interface LivePagesParts {
  table: RouteTable
  origin: string
  loaders: Readonly<Record<string, AnyLoader>>
  pageLoader: PageLoader
  renderer: PageRenderer
  counts: Counts
  log: Logger
  send: Send
}

interface LivePages {
  pages: PageSource
  // For endpoints.
  sendPage: SendPage
  purge: Purge
}

/** Pages that are rendered when they are asked for. */
export function createLivePages(parts: LivePagesParts): LivePages {
  const { counts, log } = parts
  const concurrency = createConcurrency(counts)
  const cache = createCache(counts, (error, path) =>
    log.warn({ err: describeError(error), path }, 'loading has failed: the old page stays'),
  )
  const staticPages = createStaticPages(parts)
  const { sendPage, ...dataPages } = createDataPages({ ...parts, concurrency, cache, staticPages })
  const sitemap = createSitemap({ ...parts, concurrency, cache })
  const pages: PageSource = {
    ...staticPages,
    find: path => staticPages.find(path) ?? dataPages.find(path) ?? sitemap.find(path),
  }
  return { pages, sendPage, purge: cache.purge }
}
