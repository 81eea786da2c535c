import { escapeHtml } from '../../server/lib/escape-html.ts'
import { isIndexable } from '../../server/metadata/indexable.ts'
import type { DescribedPage } from '../../server/metadata/server-head.ts'
import { alternatesAt, type RouteTable } from '../../shared/route-table.ts'
import type { Alternate } from '../../shared/site.ts'

/** A link to a indexable page in a language, or for visitors of all others (`x-default`). */
export interface HreflangLink {
  hreflang: string
  path: string
}

/**
 * The hreflang links of a page: each indexable version, and x-default, which is the one in the company's language, or else the first.
 * Empty for fewer than two.
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
 * The hreflang links of a indexable page: its indexable versions and x-default. We know this page's data, but only the routes of
 * its translations. So the links can differ from the sitemap's: see `entriesOf`. In dist/ they can name a
 * page that a static host lacks: with `prerender: false`, or because nobody has named it.
 */
export function alternateLinks(
  { route, path, fields }: DescribedPage,
  table: RouteTable,
  origin: string,
): string {
  if (!isIndexable(path, fields, origin)) return ''
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
