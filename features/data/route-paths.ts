import { hasParams, type ResolvedRoute, type RouteTable } from '../../shared/route-table.ts'
import type { AnyLoader } from './load-data.ts'

/** The addresses of a route. */
export interface RoutePaths {
  /** Each once. */
  paths: string[]
  /** What its loader has given beside them, a line each. */
  problems: string[]
}

/**
 * Finds the addresses of a route: those of a path with params by its loader. Undefined where nobody knows them, because the loader
 * has no `paths()`. Rejects where that fails.
 */
export async function pathsOf(
  route: ResolvedRoute,
  table: RouteTable,
  loaders: Readonly<Record<string, AnyLoader>>,
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
