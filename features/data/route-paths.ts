import type { RoutePaths } from '../../joints.ts'
import { hasParams, type ResolvedRoute, type RouteTable } from '../../shared/route-table.ts'
import type { AnyLoaders } from './load-data.ts'

/**
 * Finds the addresses of a route: those of a path with params by its loader. Undefined where nobody knows them, because the loader
 * has no `paths()`. Rejects where that fails.
 */
export async function pathsOf(
  route: ResolvedRoute,
  table: RouteTable,
  loaders: AnyLoaders,
): Promise<RoutePaths | undefined> {
  if (!hasParams(route)) return { paths: [route.path], problems: [] }
  const given = await loaders[route.id]?.paths?.()
  if (!given) return undefined
  const paths = new Set<string>()
  const problems: string[] = []
  for (const path of given) {
    if (table.match(path)?.route !== route)
      problems.push(`${path}: paths() of routes.${route.id} gives it, and its path is ${route.path}`)
    else if (paths.has(path)) problems.push(`${path}: paths() of routes.${route.id} gives it twice`)
    else paths.add(path)
  }
  return { paths: [...paths], problems }
}
