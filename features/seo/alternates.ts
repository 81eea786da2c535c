import { escapeHtml } from '../../server/lib/escape-html.ts'
import { isIndexable } from '../../server/metadata/listing.ts'
import type { HeadPage } from '../../server/metadata/server-head.ts'
import type { LanguageVersion, RouteTable } from '../../shared/route-table.ts'

/** A link to a listed page in a language, or for visitors of all others (`x-default`). */
export interface Alternate {
  hreflang: string
  path: string
}

/**
 * The hreflang links of a page: each listed version, and x-default, which is the one in the company's language, or else the first.
 * Empty for fewer than two.
 * https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function alternatesOf(listed: readonly LanguageVersion[], companyLang: string): Alternate[] {
  const [first] = listed
  if (!first || listed.length < 2) return []
  const forOthers = listed.find(({ route }) => route.lang === companyLang) ?? first
  return [
    ...listed.map(({ route, path }) => ({ hreflang: route.lang, path })),
    { hreflang: 'x-default', path: forOthers.path },
  ]
}

/**
 * The hreflang links of a listed page: its listed versions and x-default. We know this page's data, but only the routes of
 * its translations. So the links can differ from the sitemap's: see `entriesOf`. In dist/ they can name a
 * page that a static host lacks: with `prerender: false`, or because nobody has named it.
 */
export function alternateLinks(
  { route, path, fields }: HeadPage,
  { languageVersions, languages: [{ lang: companyLang }] }: RouteTable,
  origin: string,
): string {
  if (!isIndexable(path, fields, origin)) return ''
  const listed = languageVersions(route, path).filter(
    version => version.route === route || isIndexable(version.path, version.route, origin),
  )
  return alternatesOf(listed, companyLang)
    .map(
      ({ hreflang, path: href }) =>
        `<link rel="alternate" hreflang="${escapeHtml(hreflang)}" href="${escapeHtml(origin + href)}"/>`,
    )
    .join('')
}
