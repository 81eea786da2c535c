import type { Served, ServingCore } from '../../joints.ts'
import { describeError } from '../../server/lib/errors.ts'
import { createCache } from './cache.ts'
import { createConcurrency } from './concurrency.ts'
import { createDataPages } from './data-pages.ts'
import { createFigures } from './figures.ts'
import { createPageLists } from './live-page-lists.ts'
import { type AnyLoaders, createPageLoader } from './load-data.ts'
import { dataFileOf } from './paths.ts'
import { dataResponse } from './responses.ts'

/** Serves the pages with a loader, their data, and the lists of pages that have them. */
export function serveData(core: ServingCore, loaders: AnyLoaders): Served {
  const figures = createFigures()
  const concurrency = createConcurrency(figures)
  const cache = createCache(figures, (error, path) =>
    core.log.warn({ err: describeError(error), path }, 'loading failed: still serving the old page'),
  )
  const parts = { ...core, loaders, figures, concurrency, cache }
  const { find, sendPage } = createDataPages({ ...parts, pageLoader: createPageLoader(parts) })
  return {
    files: createPageLists(parts),
    find,
    filesOf: ({ loader }, path) =>
      loader ? [{ name: dataFileOf(path), response: bodies => dataResponse({ status: 200 }, bodies) }] : [],
    endpointHelpers: { sendPage, purge: cache.purge },
    summary() {
      const { refused } = figures
      figures.refused = 0
      return { ...figures, refused }
    },
  }
}
