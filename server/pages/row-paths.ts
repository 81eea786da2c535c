import type { Row, Table } from '../../shared/page-table.ts'
import type { AnyLoader } from './load-page.ts'

/** The pages of a row whose path has parts. */
export interface RowPaths {
  /** Each once. Undefined where nobody knows them: the loader has no `paths()`. */
  paths?: string[]
  /** What its loader has given beside them, a line each. */
  problems: string[]
}

/** Asks the loader of a row for its pages, and holds each against the page table. Rejects where it cannot be asked. */
export async function pathsOf(row: Row, table: Table, loader: AnyLoader | undefined): Promise<RowPaths> {
  if (!loader?.paths) return { problems: [] }
  const paths = new Set<string>()
  const problems: string[] = []
  for (const path of await loader.paths()) {
    if (table.match(path)?.row !== row)
      problems.push(`${path}: paths() of pages.${row.id} gives it, and its path is ${row.path}`)
    else if (paths.has(path)) problems.push(`${path}: paths() of pages.${row.id} gives it twice`)
    else paths.add(path)
  }
  return { paths: [...paths], problems }
}
