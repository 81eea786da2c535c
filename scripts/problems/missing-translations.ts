import { isListed } from '../../server/metadata/listing.ts'
import { canonicalUrl } from '../../shared/page-head.ts'
import type { Row, Table } from '../../shared/page-table.ts'
import { namesOf } from './costs.ts'

/** Names, for each language with a home page, the listed pages that are not in it. Undefined where there are none. */
export function missingTranslations(
  { rows, languagesWithHome, match, languageVersions }: Table,
  origin: string,
): string | undefined {
  const withHome = languagesWithHome.map(({ lang }) => lang)
  /** A row with params may name one address of its own as canonical for all, such as /jobs/all: then that one is asked about. */
  const isSomewhereListed = (row: Row) => {
    const { pathname } = new URL(canonicalUrl(row.path, row, origin))
    return isListed(match(pathname)?.row === row ? pathname : row.path, row, origin)
  }
  const pages = rows.filter(row => withHome.includes(row.lang) && isSomewhereListed(row))
  const missing = withHome.flatMap(lang => {
    const untranslated = pages.filter(
      page => !languageVersions(page, page.path).some(({ row }) => row.lang === lang),
    )
    return untranslated.length > 0 ? `into ${lang} ${namesOf(untranslated.map(({ path }) => path))}` : []
  })
  return missing.length > 0 ? `Not translated: ${missing.join('; ')}` : undefined
}
