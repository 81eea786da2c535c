import type { AnyLoader } from '../../features/data/load-data.ts'
import { pathsOf, type RoutePaths } from '../../features/data/route-paths.ts'
import { UserError } from '../../server/lib/errors.ts'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import { reasonOf } from '../lib/explain-error.ts'
import type { LinkTargets } from '../problems/link-checks.ts'

type Loaders = Readonly<Record<string, AnyLoader>>

/** The addresses that a prerender writes. */
interface PagePaths {
  /** The address of every page that is prerendered, in the order of the table. */
  all: string[]
  /** The paths that a static host lacks, as the table has them. */
  missing: string[]
  /** Whether a page is at this address. True of what is not asked. */
  isPage(path: string): boolean
}

/** Asks the loader of each path with params which pages there are. Throws a UserError that names every problem. */
export async function readPagePaths(table: RouteTable, loaders: Loaders): Promise<PagePaths> {
  const problems: string[] = []
  const all: string[] = []
  const missing: string[] = []
  const known = new Map<ResolvedRoute, ReadonlySet<string>>()
  for (const route of table.routes) {
    if (!route.prerender) {
      missing.push(route.path)
      continue
    }
    const found = await askForPaths(route, table, loaders)
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

/** Like `pathsOf`: that it fails is a problem. */
async function askForPaths(
  route: ResolvedRoute,
  table: RouteTable,
  loaders: Loaders,
): Promise<RoutePaths | undefined> {
  try {
    return await pathsOf(route, table, loaders)
  } catch (error) {
    return { paths: [], problems: [`${route.path}: paths() has failed: ${reasonOf(error)}`] }
  }
}

/** What links are checked against where the pages of paths with params are known. */
export const addPaths = (targets: LinkTargets, { isPage }: PagePaths): LinkTargets => ({ ...targets, isPage })
