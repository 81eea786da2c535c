import type { ServingCore } from '../../joints.ts'
import { SITEMAP_FILE } from '../../server/lib/built-files.ts'
import { describeError } from '../../server/lib/errors.ts'
import { isIndexable } from '../../server/metadata/listing.ts'
import { entriesOf, sitemap } from '../../server/metadata/sitemap.ts'
import { rejectOnAbort, withTimeout } from '../../server/render/page-timeout.ts'
import { compress } from '../../server/respond/compress.ts'
import type { Found } from '../../server/respond/page-source.ts'
import { fileResponse } from '../../server/respond/responses.ts'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import type { Cache } from './cache.ts'
import type { Concurrency } from './concurrency.ts'
import type { Figures } from './figures.ts'
import type { AnyLoaders } from './load-data.ts'
import { createRefusal } from './refusal.ts'
import { missingData } from './responses.ts'
import { pathsOf } from './route-paths.ts'

const SITEMAP_PATH = `/${SITEMAP_FILE}`

/** How long a sitemap is fresh. */
const REVALIDATE_SECONDS = 3600

/** The same for one without the current paths of a loader that failed. */
const RETRY_SECONDS = 5

interface SitemapParts extends ServingCore {
  loaders: AnyLoaders
  concurrency: Concurrency
  cache: Cache
  figures: Figures
}

/** Gives /sitemap.xml. Its loaders are called when somebody requests it, and not when the server starts. */
export function createSitemap(parts: SitemapParts): ReadonlyMap<string, Found> {
  const orRefuse = createRefusal(parts)
  const { table, origin, concurrency, cache } = parts
  /** It has a share of the loads, as a route has. */
  const sitemapRoute = {}
  const readPaths = createPathReader(parts)
  const load = () =>
    withTimeout(async signal => {
      using _permit = await concurrency.permitLoad({ route: sitemapRoute, signal, willRender: false })
      const read = await Promise.all(
        table.routes.filter(route => !route.noindex).map(route => readPaths(route, signal)),
      )
      const listed = read.flatMap(({ route, paths }) =>
        paths.filter(path => isIndexable(path, route, origin)).map(path => ({ route, path })),
      )
      const text = Buffer.from(sitemap(entriesOf(listed, table), origin))
      return {
        document: fileResponse(SITEMAP_FILE, await compress(text)),
        data: missingData,
        ...(read.some(({ hasFailed }) => hasFailed) && { freshSeconds: RETRY_SECONDS }),
      }
    })
  const respond = async () => (await cache.get(SITEMAP_PATH, REVALIDATE_SECONDS, load)).document
  return new Map([[SITEMAP_PATH, { kind: 'dynamic', respond: (req, res) => orRefuse(req, res, respond()) }]])
}

interface ReadPaths {
  route: ResolvedRoute
  paths: readonly string[]
  hasFailed: boolean
}

/**
 * Returns a function that reads the paths of a route's pages. A loader is called for its `paths()` alone, and not for the
 * `noindex` or `canonical` of each page. If that fails, or takes too long, the paths that were read last stay.
 */
function createPathReader({ table, loaders, log }: SitemapParts) {
  const last = new Map<ResolvedRoute, readonly string[]>()
  return async (route: ResolvedRoute, signal: AbortSignal): Promise<ReadPaths> => {
    try {
      const known = await Promise.race([pathsOf(route, table, loaders), rejectOnAbort(signal)])
      for (const problem of known?.problems ?? []) log.warn(`left out of the sitemap: ${problem}`)
      last.set(route, known?.paths ?? [])
    } catch (error) {
      log.warn(
        { err: describeError(error), path: route.path },
        'paths() has failed: the sitemap keeps those it had',
      )
      return { route, paths: last.get(route) ?? [], hasFailed: true }
    }
    return { route, paths: last.get(route) ?? [], hasFailed: false }
  }
}
