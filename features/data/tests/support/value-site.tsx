import type { ServerFeature } from '../../../../extension-points.ts'
import {
  pagesOfValues as pagesOf,
  type SiteParts,
  siteOfValues as siteOf,
  type ValuePage as ValuePageOfCore,
} from '../../../../tests/support/value-site.tsx'
import { data } from '../../build.ts'
import type { AnyLoader } from '../../load-data.ts'
import { prerenderData } from '../../prerender.ts'
import { serveData } from '../../serve.ts'

export { ORIGIN, ShowData } from '../../../../tests/support/value-site.tsx'

/** A page that may have a loader. */
export interface ValuePage extends ValuePageOfCore, Partial<AnyLoader> {}

/** A list of the indexable pages, as another feature might make one: one path per line. */
export const LIST = 'pages.txt'
const lists: ServerFeature = {
  generatedFiles: () => ({ [LIST]: indexable => indexable.map(({ path }) => path).join('\n') }),
}

/** Splits pages into loaders for this feature and routes for the core. `others` are further features. */
function split(
  pages: Record<string, ValuePage>,
  others: readonly ServerFeature[] = [],
): [Record<string, ValuePageOfCore>, SiteParts] {
  const loaders: Record<string, AnyLoader> = {}
  const routes: Record<string, ValuePageOfCore> = {}
  for (const [id, { load, paths, ...page }] of Object.entries(pages)) {
    if (load) loaders[id] = paths ? { load, paths } : { load }
    routes[id] = { ...(load && { loader: true }), ...page }
  }
  const ownData: ServerFeature = {
    serve: core => serveData(core, loaders),
    prerender: core => prerenderData(core, loaders),
  }
  return [routes, { features: [ownData, lists, ...others], buildFeatures: [data] }]
}

/** Loads and renders the pages of such a site. */
export function pagesOfValues(pages: Record<string, ValuePage>, parts: SiteParts = {}) {
  const [routes, ofData] = split(pages)
  return pagesOf(routes, { ...ofData, ...parts })
}

/** The application of such a site, assembled as in production. */
export function siteOfValues(pages: Record<string, ValuePage>, parts: SiteParts = {}) {
  const { features, ...others } = parts
  const [routes, ofData] = split(pages, features)
  return siteOf(routes, { ...ofData, ...others })
}
