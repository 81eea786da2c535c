import type { ServerFeature } from '../../../../joints.ts'
import {
  pagesOfValues as pagesOf,
  type SiteParts,
  siteOfValues as siteOf,
  type ValuePage as ValuePageOfCore,
} from '../../../../tests/support/value-site.tsx'
import { data } from '../../build.ts'
import { createData } from '../../data.ts'
import type { AnyLoader } from '../../load-data.ts'

export { ORIGIN, ShowData } from '../../../../tests/support/value-site.tsx'

/** A page that may have a loader. */
export interface ValuePage extends ValuePageOfCore, Partial<AnyLoader> {}

/** A list of the pages that search engines may list, as another feature makes one: the path of each in a line. */
export const LIST = 'pages.txt'
const lists: ServerFeature = {
  pageLists: () => ({ [LIST]: indexable => indexable.map(({ path }) => path).join('\n') }),
}

/** Gives the pages with a loader to the feature, and the rest of them to the core. `others` are features beside it. */
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
  return [routes, { features: [createData(loaders), lists, ...others], buildFeatures: [data] }]
}

/** What loads and renders the pages of such a site. */
export function pagesOfValues(pages: Record<string, ValuePage>, parts: SiteParts = {}) {
  const [routes, ofData] = split(pages)
  return pagesOf(routes, { ...ofData, ...parts })
}

/** The application of such a site, put together as production does it. */
export function siteOfValues(pages: Record<string, ValuePage>, parts: SiteParts = {}) {
  const { features, ...others } = parts
  const [routes, ofData] = split(pages, features)
  return siteOf(routes, { ...ofData, ...others })
}
