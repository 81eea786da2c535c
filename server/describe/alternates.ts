import { generatePath } from 'react-router'
import type { Company } from '../../shared/owner.ts'
import { langOf, type Row, type Table } from '../../shared/page-table.ts'

/** A page in a language, as search engines have it. */
export interface Alternate {
  hreflang: string
  path: string
}

/**
 * The page at an address in every language that its row has, and for visitors of all others in the company's, if it has
 * that, or else its first. None where it has one language. Of a path with parts, an address with the same parts.
 */
export function alternatesOf(
  row: Row,
  address: string,
  { rows, match }: Pick<Table, 'rows' | 'match'>,
  company: Company,
): Alternate[] {
  const originalId = row.translates ?? row.id
  const original = rows.find(({ id }) => id === originalId)
  const translations = rows.filter(({ translates }) => translates === originalId)
  if (!original || translations.length === 0) return []
  const pages = [original, ...translations]
  const forOthers = pages.find(page => langOf(page, company) === company.lang) ?? original
  const params = match(address)?.params
  const pathOf = (page: Row) => generatePath<string>(page.path, params)
  return [
    ...pages.map(page => ({ hreflang: langOf(page, company), path: pathOf(page) })),
    { hreflang: 'x-default', path: pathOf(forOthers) },
  ]
}
