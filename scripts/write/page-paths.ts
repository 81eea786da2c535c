import type { Prerenderer, RoutePaths } from '../../extension-points.ts'
import { UserError } from '../../server/lib/errors.ts'
import { hasParams, type ResolvedRoute, type RouteTable } from '../../shared/route-table.ts'
import { reasonOf } from '../lib/explain-error.ts'

/** The paths of the pages that a prerender writes. */
interface PagePaths {
  /** Every prerendered page's path, in the route table's order. */
  all: string[]
  /** The paths of routes that a static host lacks. */
  missing: string[]
  /** Whether a page is at this path. True if the route's pages aren't known. */
  isPage(path: string): boolean
}

/** Finds every route's pages. Throws a UserError with every problem. */
export async function readPagePaths(
  table: RouteTable,
  prerenderers: readonly Prerenderer[],
): Promise<PagePaths> {
  const problems: string[] = []
  const all: string[] = []
  const missing: string[] = []
  const known = new Map<ResolvedRoute, ReadonlySet<string>>()
  for (const route of table.routes) {
    if (!route.prerender) {
      missing.push(route.path)
      continue
    }
    const found = await findPaths(route, prerenderers)
    if (found) {
      problems.push(...found.problems)
      all.push(...found.paths)
      known.set(route, new Set(found.paths))
    } else missing.push(route.path)
  }
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  const isPage = (path: string) => {
    const route = table.match(path)?.route
    return route !== undefined && (known.get(route)?.has(path) ?? true)
  }
  return { all, missing, isPage }
}

/** A route's page paths. Undefined if no feature knows them. */
async function findPaths(
  route: ResolvedRoute,
  prerenderers: readonly Prerenderer[],
): Promise<RoutePaths | undefined> {
  if (!hasParams(route)) return { paths: [route.path], problems: [] }
  try {
    for (const prerenderer of prerenderers) {
      const found = await prerenderer.pathsOf(route)
      if (found) return found
    }
    return undefined
  } catch (error) {
    return { paths: [], problems: [`${route.path}: paths() failed: ${reasonOf(error)}`] }
  }
}
