import { escapeHtml } from '../../server/lib/escape-html.ts'
import { isIndexable } from '../../server/metadata/indexable.ts'
import type { RoutePage } from '../../server/metadata/server-head.ts'
import { alternatesAt, type RouteTable } from '../../shared/route-table.ts'
import type { Alternate } from '../../shared/site.ts'

/** A link to an indexable page in one language, or to the one for speakers of all other languages (`x-default`). */
export interface HreflangLink {
  hreflang: string
  path: string
}

/**
 * Returns the hreflang links for a page's indexable versions, and x-default, which is the version in the company's language,
 * or else the first one. Empty if there are fewer than two versions.
 * https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function hreflangsOf(
  indexable: readonly Alternate[],
  { languages: [company] }: RouteTable,
): HreflangLink[] {
  const [first] = indexable
  if (!first || indexable.length < 2) return []
  const forOthers = indexable.find(({ lang }) => lang === company.lang) ?? first
  return [
    ...indexable.map(({ lang, path }) => ({ hreflang: lang, path })),
    { hreflang: 'x-default', path: forOthers.path },
  ]
}

/**
 * Returns the hreflang links of an indexable page as HTML. It knows this page's data, but only its translations' routes, so
 * the links can differ from the sitemap's (`entriesOf`). In dist/ a link can lead to a page that a static host lacks, because of
 * `prerender: false`, or because no feature knows its path.
 */
export function alternateLinks(
  { route, path, fields }: RoutePage,
  table: RouteTable,
  origin: string,
): string {
  if (!route.alternates || !isIndexable(path, fields, origin)) return ''
  const isIndexableAt = (other: string) => {
    const found = table.match(other)?.route
    return found === route || (found !== undefined && isIndexable(other, found, origin))
  }
  const indexable = alternatesAt(route, path, table).filter(each => isIndexableAt(each.path))
  return hreflangsOf(indexable, table)
    .map(
      ({ hreflang, path: href }) =>
        `<link rel="alternate" hreflang="${escapeHtml(hreflang)}" href="${escapeHtml(origin + href)}"/>`,
    )
    .join('')
}
