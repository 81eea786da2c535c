import type { Table } from '../../shared/page-table.ts'
import { SITEMAP_FILE } from '../built-files.ts'
import { compress } from '../http/compress.ts'
import type { PageSource } from '../http/page-source.ts'
import { fileResponse, missingData } from '../http/responses.ts'
import type { Concurrency } from '../limits/concurrency.ts'
import { rejectOnAbort, withTimeout } from '../limits/page-timeout.ts'
import type { Logger } from '../logger.ts'
import { isListed } from '../metadata/listing.ts'
import { entriesOf, type SitemapEntry, sitemap } from '../metadata/sitemap.ts'
import type { AnyLoader } from '../render/page-loader.ts'
import { pathsOf } from '../render/row-paths.ts'
import type { Cache } from './cache.ts'

const SITEMAP_PATH = `/${SITEMAP_FILE}`

/** How long a sitemap is shown to all. */
const REVALIDATE_SECONDS = 3600

interface SitemapParts {
  table: Table
  origin: string
  loaders: Readonly<Record<string, AnyLoader>>
  log: Logger
  concurrency: Concurrency
  cache: Cache
}

/** Gives /sitemap.xml. Its loaders are called when somebody requests it, and not when the server starts. */
export function createSitemap(parts: SitemapParts): Pick<PageSource, 'find'> {
  const { origin, concurrency, cache } = parts
  /** It has a share of the loads, as a route has. */
  const route = {}
  const load = () =>
    withTimeout(async signal => {
      using _permit = await concurrency.permitLoad({ route, signal, willRender: false })
      const entries = await Promise.race([sitemapEntries(parts), rejectOnAbort(signal)])
      const text = Buffer.from(sitemap(entries, origin))
      return { document: fileResponse(SITEMAP_FILE, await compress(text)), data: missingData }
    })
  const respond = async () => (await cache.get(SITEMAP_PATH, REVALIDATE_SECONDS, load)).document
  return { find: path => (path === SITEMAP_PATH ? { kind: 'dynamic', respond } : undefined) }
}

/**
 * The pages that search engines may list, by their rows: a loader is asked for its `paths()` alone, and not for the `noindex`
 * or `canonical` of each. Rejects where its `paths()` fails.
 */
async function sitemapEntries({ table, origin, loaders, log }: SitemapParts): Promise<SitemapEntry[]> {
  const found = await Promise.all(
    table.rows.map(async row => {
      if (row.noindex) return [] // Whatever its loader says.
      const known = await pathsOf(row, table, loaders)
      if (!known) return []
      for (const problem of known.problems) log.warn(`left out of the sitemap: ${problem}`)
      return known.paths.filter(path => isListed(path, row, origin)).map(path => ({ row, path }))
    }),
  )
  return entriesOf(found.flat(), table)
}
