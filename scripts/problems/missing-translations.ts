import type { LanguageVersion, Table } from '../../shared/page-table.ts'
import { namesOf } from './costs.ts'

/**
 * Names, for each language with a home page, the rows with a listed page that are not in it: one that is not listed there is
 * meant so. Undefined where there are none.
 */
export function missingTranslations(
  { rows, languagesWithHome, languageVersions }: Table,
  listed: readonly LanguageVersion[],
): string | undefined {
  const withHome = languagesWithHome.map(({ lang }) => lang)
  const listedRows = new Set(listed.map(({ row }) => row))
  const pages = rows.filter(row => withHome.includes(row.lang) && listedRows.has(row))
  const missing = withHome.flatMap(lang => {
    const untranslated = pages.filter(
      page => !languageVersions(page, page.path).some(({ row }) => row.lang === lang),
    )
    return untranslated.length > 0 ? `into ${lang} ${namesOf(untranslated.map(({ path }) => path))}` : []
  })
  return missing.length > 0 ? `Not translated: ${missing.join('; ')}` : undefined
}
