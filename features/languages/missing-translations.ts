import type { BundledSite, PageCheck } from '../../extension-points.ts'
import { isIndexable } from '../../server/metadata/indexable.ts'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'

/** Prints, when a prerender has succeeded, which pages aren't translated. Skips routes without an indexable page. */
export function reportTranslations({ table, origin }: BundledSite): PageCheck {
  /** Whether one of a route's pages is indexable, for each route with pages in dist/. */
  const inDist = new Map<ResolvedRoute, boolean>()
  return {
    add({ path, route, dataFields }) {
      if (route) inDist.set(route, inDist.get(route) || isIndexable(path, dataFields ?? route, origin))
    },
    diagnostics: () => [],
    printResults() {
      const indexable = table.routes.filter(
        route => inDist.get(route) ?? isIndexable(route.path, route, origin),
      )
      const missing = missingTranslations(table, indexable)
      if (missing.length > 0) console.log(`Not translated ${missing.join('; ')}`)
    },
  }
}

/** Names, for each language with a home page, the routes that aren't translated into it. */
function missingTranslations({ languagesWithHome }: RouteTable, routes: readonly ResolvedRoute[]): string[] {
  const withHome = languagesWithHome.map(({ lang }) => lang)
  const pages = routes.filter(({ lang }) => withHome.includes(lang))
  return withHome.flatMap(lang => {
    const untranslated = pages.filter(
      ({ lang: own, alternates = [] }) => own !== lang && !alternates.some(each => each.lang === lang),
    )
    return untranslated.length > 0 ? `into ${lang}: ${untranslated.map(({ path }) => path).join(', ')}` : []
  })
}
