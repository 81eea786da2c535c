import { createCache } from '../../features/data/cache.ts'
import { createConcurrency } from '../../features/data/concurrency.ts'
import { createDataPages } from '../../features/data/data-pages.ts'
import { createSitemap } from '../../features/data/live-sitemap.ts'
import type { AnyLoader, PageLoader } from '../../features/data/load-data.ts'
import type { RouteTable } from '../../shared/route-table.ts'
import { describeError } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import type { Counts } from '../lib/summary.ts'
import type { PageRenderer } from '../render/page-renderer.tsx'
import type { PageSource } from '../respond/page-source.ts'
import type { Send } from '../respond/send.ts'
import type { Purge, SendPage } from '../site.ts'
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
