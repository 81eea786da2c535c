import type { RouteFacts } from '../../extension-points.ts'
import type { Company, Route } from '../../shared/site.ts'
import { homeAbove, homePagesIn } from './home-pages.ts'

/** Prepares a function that finds a route's language, its alternates, and whether it's a language's home page. */
export function completeRoutes(
  routes: Readonly<Record<string, Route>>,
  company: Pick<Company, 'lang'>,
): (id: string) => RouteFacts {
  const homePages = homePagesIn(Object.values(routes))
  const langOf = ({ path, lang }: Route) => lang ?? homeAbove(homePages, path)?.lang ?? company.lang
  const byOriginal = Map.groupBy(Object.entries(routes), ([id, { translates }]) => translates ?? id)

  return id => {
    const route = routes[id] as Route
    const versions = byOriginal.get(route.translates ?? id) ?? []
    const originals = versions.filter(([, { translates }]) => translates === undefined)
    const translations = versions.filter(([, { translates }]) => translates !== undefined)
    const alternates = [...originals, ...translations].map(([key, version]) => ({
      id: key,
      lang: langOf(version),
      path: version.path,
    }))
    return {
      lang: langOf(route),
      isHome: route.home !== undefined,
      ...(alternates.length > 1 && { alternates }),
    }
  }
}
