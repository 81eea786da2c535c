import type { Company } from '../../shared/owner.ts'
import type { Row, Table } from '../../shared/page-table.ts'
import { type Alternate, alternatesOf } from './alternates.ts'

/** A page as the sitemap has it. */
export interface SitemapEntry {
  path: string
  date?: string | undefined
  /** The page in each of its languages. */
  alternates?: readonly Alternate[]
}

/** Whether search engines are to list a page at its own address: a sitemap names no other. */
const isListed = ({ noindex, canonical }: Row) => !noindex && canonical === undefined

/** The entries of pages at these paths. */
export const entriesAt = (paths: readonly string[], table: Table, company: Company): SitemapEntry[] =>
  paths.flatMap(path => {
    const row = table.match(path)?.row
    if (row && !isListed(row)) return []
    return row ? { path, date: row.date, alternates: alternatesOf(row, path, table, company) } : { path }
  })

/** https://www.sitemaps.org/protocol.html */
export function sitemap(entries: readonly SitemapEntry[], origin: string): string {
  const urls = entries.map(({ path, date, alternates = [] }) => {
    const lastmod = date ? `<lastmod>${date}</lastmod>` : ''
    const links = alternates.map(
      ({ hreflang, path: href }) =>
        `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${origin}${href}"/>`,
    )
    return `<url><loc>${origin}${path}</loc>${lastmod}${links.join('')}</url>\n`
  })
  const hasAlternates = entries.some(({ alternates = [] }) => alternates.length > 0)
  const namespace = hasAlternates ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespace}>\n${urls.join('')}</urlset>\n`
}
