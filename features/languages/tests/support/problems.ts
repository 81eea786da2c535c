import { problemsOf as problemsIn } from '../../../../tests/support/checked-site.ts'
import type { ResolvedRoute } from '../../../../tests/support/engine.ts'
import { tableOf } from '../../../../tests/support/routes.ts'
import { companyFile } from '../../../../tests/support/site.tsx'
import { languages } from '../../build.ts'
import type { Translations } from '../../site.ts'

/** What is wrong with routes, in a site whose company's language is `lang`. */
export function problemsOf(routes: readonly ResolvedRoute[], lang = 'en', translations = wordsOf(routes)) {
  const company = { ...companyFile.company, lang }
  return problemsIn(languages, tableOf(routes), {
    company,
    companyFile: { ...companyFile, company, translations },
  })
}

/** Words for each home page. */
const wordsOf = (routes: readonly ResolvedRoute[]): Translations =>
  Object.fromEntries(routes.flatMap(({ home }) => (home ? [[home, companyFile.labels]] : [])))
