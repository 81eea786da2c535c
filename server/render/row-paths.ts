import { hasParams, type Row, type Table } from '../../shared/page-table.ts'
import type { AnyLoader } from './page-loader.ts'

/** The addresses of a row. */
export interface RowPaths {
  /** Each once. */
  paths: string[]
  /** What its loader has given beside them, a line each. */
  problems: string[]
}

/**
 * Finds the addresses of a row: those of a path with params by its loader. Undefined where nobody knows them, because the loader
 * has no `paths()`. Rejects where that fails.
 */
export async function pathsOf(
  row: Row,
  table: Table,
  loaders: Readonly<Record<string, AnyLoader>>,
): Promise<RowPaths | undefined> {
  if (!hasParams(row)) return { paths: [row.path], problems: [] }
  const given = await loaders[row.id]?.paths?.()
  if (!given) return undefined
  const paths = new Set<string>()
  const problems: string[] = []
  for (const path of given) {
    if (table.match(path)?.row !== row)
      problems.push(`${path}: paths() of pages.${row.id} gives it, and its path is ${row.path}`)
    else if (paths.has(path)) problems.push(`${path}: paths() of pages.${row.id} gives it twice`)
    else paths.add(path)
  }
  return { paths: [...paths], problems }
}
