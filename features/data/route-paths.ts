import type { RoutePaths } from '../../extension-points.ts'
import { hasParams, type ResolvedRoute, type RouteTable } from '../../shared/route-table.ts'
import type { AnyLoaders } from './load-data.ts'

/**
 * Finds the paths of a route's pages. For a route with params, it calls `paths()` of the loader. Undefined if the loader has no
 * `paths()`. Rejects if `paths()` fails.
 */
export async function pathsOf(
  route: ResolvedRoute,
  table: RouteTable,
  loaders: AnyLoaders,
): Promise<RoutePaths | undefined> {
  if (!hasParams(route)) return { paths: [route.path], problems: [] }
  const listed = await loaders[route.id]?.paths?.()
  if (!listed) return undefined
  const paths = new Set<string>()
  const problems: string[] = []
  for (const path of listed) {
    if (table.match(path)?.route !== route)
      problems.push(
        `${path}: paths() of loaders.${route.id} returns it, but the route's path is ${route.path}`,
      )
    else if (paths.has(path)) problems.push(`${path}: paths() of loaders.${route.id} returns it twice`)
    else paths.add(path)
  }
  return { paths: [...paths], problems }
}
