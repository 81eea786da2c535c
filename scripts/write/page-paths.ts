import { UserError } from '../../server/errors.ts'
import type { AnyLoader } from '../../server/pages/load-page.ts'
import { hasParts, type Row, type Table } from '../../shared/page-table.ts'
import type { LinkTargets } from '../check/link-checks.ts'
import { reasonOf } from '../lib/explain-error.ts'

/** The addresses that a prerender writes. */
export interface PagePaths {
  /** Of every page that is prerendered, in the order of the table. */
  all: string[]
  /** The paths that a static host lacks, as the table has them. */
  missing: string[]
  /** Whether a page is at this address. Of a row without `paths()`, nobody knows. */
  exists(path: string): boolean
}

/** Asks the loader of each path with parts which pages there are. Throws a UserError that names every problem. */
export async function readPagePaths(
  table: Table,
  loaders: Readonly<Record<string, AnyLoader>>,
): Promise<PagePaths> {
  const problems: string[] = []
  const all: string[] = []
  const missing: string[] = []
  const known = new Map<Row, ReadonlySet<string>>()
  for (const row of table.rows) {
    if (row.prerender === false) {
      missing.push(row.path)
      continue
    }
    if (!hasParts(row)) {
      all.push(row.path)
      continue
    }
    const paths = await pathsOf(row, table, loaders[row.id], problems)
    if (paths) {
      all.push(...paths)
      known.set(row, new Set(paths))
    } else missing.push(row.path)
  }
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  const exists = (path: string) => {
    const row = table.match(path)?.row
    return row !== undefined && (known.get(row)?.has(path) ?? true)
  }
  return { all, missing, exists }
}

async function pathsOf(
  row: Row,
  table: Table,
  loader: AnyLoader | undefined,
  problems: string[],
): Promise<readonly string[] | undefined> {
  if (!loader?.paths) return undefined
  try {
    const paths = await loader.paths()
    const seen = new Set<string>()
    for (const path of paths) {
      if (table.match(path)?.row !== row)
        problems.push(`${path}: paths() of pages.${row.id} gives it, and its path is ${row.path}`)
      if (seen.has(path)) problems.push(`${path}: paths() of pages.${row.id} gives it twice`)
      seen.add(path)
    }
    return paths
  } catch (error) {
    problems.push(`${row.path}: paths() has failed: ${reasonOf(error)}`)
    return []
  }
}

/** What links are checked against where the pages of paths with parts are known. */
export const withPaths = (targets: LinkTargets, { exists }: PagePaths): LinkTargets => ({
  ...targets,
  exists: path => (targets.table.match(path) ? exists(path) : targets.exists(path)),
})
