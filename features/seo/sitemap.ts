import { alternatesAt, type PageAt, type RouteTable } from '../../shared/route-table.ts'
import { type HreflangLink, hreflangsOf } from './alternates.ts'

/** A page as the sitemap has it. */
export interface SitemapEntry {
  path: string
  /** The day that a page bears, as its `lastmod`. A home page may have one, too, though it is no post. */
  date?: string | undefined
  /** Its indexable versions and x-default; none where it is indexable in one language. */
  alternates: readonly HreflangLink[]
}

/**
 * An entry for each indexable page. Its alternates are those of its versions that are in `indexable`. Its head may
 * have others: of a page in another language a head knows the route alone, and not its data.
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
