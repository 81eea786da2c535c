import { alternatesAt, type PageAt, type RouteTable } from '../../shared/route-table.ts'
import { type HreflangLink, hreflangsOf } from './alternates.ts'

/** A page in the sitemap. */
export interface SitemapEntry {
  path: string
  /** The page's date from its route, which becomes `lastmod`. A page may have a date even if it isn't a post. */
  date?: string | undefined
  /** The page's indexable versions and x-default. Empty if the page is indexable in only one language. */
  alternates: readonly HreflangLink[]
}

/**
 * Makes an entry for each indexable page. Its alternates are the versions that are in `indexable`, too. The page's head may
 * have others, because it knows only the routes of pages in other languages, not their data.
 */
export function entriesOf(indexable: readonly PageAt[], table: RouteTable): SitemapEntry[] {
  const paths = new Set(indexable.map(({ path }) => path))
  return indexable.map(({ route, path }) => {
    const alternates = alternatesAt(route, path, table).filter(each => paths.has(each.path))
    return { path, date: route.date, alternates: hreflangsOf(alternates, table) }
  })
}

/** The text of sitemap.xml: https://www.sitemaps.org/protocol.html */
export function sitemap(entries: readonly SitemapEntry[], origin: string): string {
  const urls = entries.map(({ path, date, alternates }) => {
    const lastmod = date ? `<lastmod>${date}</lastmod>` : ''
    const links = alternates.map(
      ({ hreflang, path: href }) =>
        `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${origin}${href}"/>`,
    )
    return `<url><loc>${origin}${path}</loc>${lastmod}${links.join('')}</url>\n`
  })
  const hasAlternates = entries.some(({ alternates }) => alternates.length > 0)
  const namespace = hasAlternates ? ' xmlns:xhtml="http://www.w3.org/1999/xhtml"' : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${namespace}>\n${urls.join('')}</urlset>\n`
}
