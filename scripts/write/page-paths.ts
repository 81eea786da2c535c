import { UserError } from '../../server/errors.ts'
import type { AnyLoader } from '../../server/render/page-loader.ts'
import { pathsOf, type RowPaths } from '../../server/render/row-paths.ts'
import type { Row, Table } from '../../shared/page-table.ts'
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
export async function readPagePaths(table: Table, loaders: Loaders): Promise<PagePaths> {
  const problems: string[] = []
  const all: string[] = []
  const missing: string[] = []
  const known = new Map<Row, ReadonlySet<string>>()
  for (const row of table.rows) {
    if (!row.prerender) {
      missing.push(row.path)
      continue
    }
    const found = await askForPaths(row, table, loaders)
    if (found) {
      problems.push(...found.problems)
      all.push(...found.paths)
      known.set(row, new Set(found.paths))
    } else missing.push(row.path)
  }
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  const isPage = (path: string) => {
    const row = table.match(path)?.row
    return row !== undefined && (known.get(row)?.has(path) ?? true)
  }
  return { all, missing, isPage }
}

/** Like `pathsOf`: that it fails is a problem. */
async function askForPaths(row: Row, table: Table, loaders: Loaders): Promise<RowPaths | undefined> {
  try {
    return await pathsOf(row, table, loaders)
  } catch (error) {
    return { paths: [], problems: [`${row.path}: paths() has failed: ${reasonOf(error)}`] }
  }
}

/** What links are checked against where the pages of paths with params are known. */
export const addPaths = (targets: LinkTargets, { isPage }: PagePaths): LinkTargets => ({ ...targets, isPage })
