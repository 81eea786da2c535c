import type { Company } from '../../shared/owner.ts'
import { langOf, type Row, type Table } from '../../shared/page-table.ts'

/** A page in a language, as search engines have it. */
export interface Alternate {
  hreflang: string
  path: string
}

/** A page in every language that it has, and for visitors of all others: its first. None where it has one language. */
export function alternatesOf(row: Row, { rows }: Pick<Table, 'rows'>, company: Company): Alternate[] {
  const originalId = row.translates ?? row.id
  const original = rows.find(({ id }) => id === originalId)
  const translations = rows.filter(({ translates }) => translates === originalId)
  if (!original || translations.length === 0) return []
  const pages = [original, ...translations].map(page => ({
    hreflang: langOf(page, company),
    path: page.path,
  }))
  return [...pages, { hreflang: 'x-default', path: original.path }]
}
