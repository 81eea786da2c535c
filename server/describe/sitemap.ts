import type { Table } from '../../shared/page-table.ts'
import { type Alternate, alternatesOf } from './alternates.ts'

/** A page as the sitemap has it. */
export interface SitemapEntry {
  path: string
  date?: string | undefined
  /** The page in each of its languages. */
  alternates?: readonly Alternate[]
}

/** The entries of pages at these paths, which search engines may list. One that is none of them is no alternate of another. */
export function entriesAt(listedPaths: readonly string[], table: Table): SitemapEntry[] {
  const [{ lang: companyLang }] = table.languages
  const listed = new Set(listedPaths)
  return listedPaths.map(path => {
    const row = table.match(path)?.row
    if (!row) return { path }
    const versions = table.versionsOf(row, path).filter(version => listed.has(version.path))
    return { path, date: row.date, alternates: alternatesOf(versions, companyLang) }
  })
}

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
