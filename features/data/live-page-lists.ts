import type { ServingCore } from '../../extension-points.ts'
import { describeError } from '../../server/lib/errors.ts'
import { isIndexable } from '../../server/metadata/indexable.ts'
import { withTimeout } from '../../server/render/page-limits.ts'
import { compress } from '../../server/respond/compress.ts'
import type { Found } from '../../server/respond/found.ts'
import { fileResponse } from '../../server/respond/responses.ts'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import type { Cache } from './cache.ts'
import type { Concurrency } from './concurrency.ts'
import { type AnyLoaders, rejectOnAbort } from './load-data.ts'
import type { Refusal } from './refusal.ts'
import { missingData } from './responses.ts'
import { pathsOf } from './route-paths.ts'

/** How long a list is fresh. */
const REVALIDATE_SECONDS = 3600

/** How long a list is fresh if a loader has failed, so that the list may lack current paths. */
const RETRY_SECONDS = 5

interface ListParts extends ServingCore {
  loaders: AnyLoaders
  concurrency: Concurrency
  cache: Cache
  orRefuse: Refusal['orRefuse']
}

/** Serves each list of pages, such as /sitemap.xml. Loaders are called at a list's first request, not when the server starts. */
export function createPageLists(parts: ListParts): ReadonlyMap<string, Found> {
  const { table, origin, generatedFiles, concurrency, cache, orRefuse } = parts
  const files = new Map<string, Found>()
  for (const [name, textOf] of Object.entries(generatedFiles)) {
    if (typeof textOf === 'string') continue
    /** Stands for a route, so that the list has a route's share of the load permits. */
    const listRoute = {}
    const readPaths = createPathReader(parts, name)
    const load = () =>
      withTimeout(async signal => {
        using _permit = await concurrency.permitLoad({ route: listRoute, signal, willRender: false })
        const read = await Promise.all(
          table.routes.filter(route => !route.noindex).map(route => readPaths(route, signal)),
        )
        const indexable = read.flatMap(({ route, paths }) =>
          paths.filter(path => isIndexable(path, route, origin)).map(path => ({ route, path })),
        )
        return {
          document: fileResponse(name, await compress(Buffer.from(textOf(indexable)))),
          data: missingData,
          ...(read.some(({ hasFailed }) => hasFailed) && { freshSeconds: RETRY_SECONDS }),
        }
      })
    const respond = async () => (await cache.get(`/${name}`, REVALIDATE_SECONDS, load)).document
    files.set(`/${name}`, { kind: 'static', respond: (req, res) => orRefuse(req, res, respond()) })
  }
  return files
}

/**
 * Returns a function that reads the paths of a route's pages for a list. It calls only `paths()` of a loader and loads no page,
 * so it doesn't see a page's own `noindex` or `canonical`. If `paths()` fails or takes too long, the list keeps the old paths.
 */
function createPathReader({ table, loaders, log }: ListParts, name: string) {
  const last = new Map<ResolvedRoute, readonly string[]>()
  return async (route: ResolvedRoute, signal: AbortSignal) => {
    let hasFailed = false
    try {
      const known = await Promise.race([pathsOf(route, table, loaders), rejectOnAbort(signal)])
      for (const problem of known?.problems ?? []) log.warn(`left out of ${name}: ${problem}`)
      last.set(route, known?.paths ?? [])
    } catch (error) {
      log.warn({ err: describeError(error), path: route.path }, `paths() failed: ${name} keeps the old paths`)
      hasFailed = true
    }
    return { route, paths: last.get(route) ?? [], hasFailed }
  }
}
