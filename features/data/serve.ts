import type { Served, ServingCore } from '../../extension-points.ts'
import { describeError } from '../../server/lib/errors.ts'
import { createCache } from './cache.ts'
import { createConcurrency } from './concurrency.ts'
import { createDataPages } from './data-pages.ts'
import { createPageLists } from './live-page-lists.ts'
import { type AnyLoaders, createPageLoader } from './load-data.ts'
import { dataFileOf } from './paths.ts'
import { createRefusal } from './refusal.ts'
import { dataResponse } from './responses.ts'

/** Serves the pages with a loader, their data, and the lists of pages that have them. */
export function serveData(core: ServingCore, loaders: AnyLoaders): Served {
  const concurrency = createConcurrency()
  const cache = createCache((error, path) =>
    core.log.warn({ err: describeError(error), path }, 'loading failed: still serving the old page'),
  )
  const { orRefuse, resetCount } = createRefusal(core)
  const parts = { ...core, loaders, concurrency, cache, orRefuse }
  const { find, sendPage } = createDataPages({ ...parts, pageLoader: createPageLoader(parts) })
  return {
    files: createPageLists(parts),
    find,
    filesOf: ({ loader }, path) =>
      loader ? [{ name: dataFileOf(path), response: bodies => dataResponse(200, bodies) }] : [],
    endpointHelpers: { sendPage, purge: cache.purge },
    summary: () => ({ refused: resetCount(), inFlight: concurrency.inFlight(), cacheBytes: cache.bytes() }),
  }
}
