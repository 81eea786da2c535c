import type { LanguageVersion } from '../../shared/route-table.ts'

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
