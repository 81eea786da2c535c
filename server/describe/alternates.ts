import type { Version } from '../../shared/page-table.ts'

/** A listed page in a language, as search engines have it. */
export interface Alternate {
  hreflang: string
  path: string
}

/**
 * The same page in each language, and for visitors of all others in the company's, if it is in that, or else the first. None
 * where it is in one language. `listed` are those versions of the page that search engines may list.
 * https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function alternatesOf(listed: readonly Version[], companyLang: string): Alternate[] {
  const [first] = listed
  if (!first || listed.length < 2) return []
  const forOthers = listed.find(({ row }) => row.lang === companyLang) ?? first
  return [
    ...listed.map(({ row, path }) => ({ hreflang: row.lang, path })),
    { hreflang: 'x-default', path: forOthers.path },
  ]
}
