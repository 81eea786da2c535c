import { fieldInTable } from '../../../../scripts/problems/route-checks.ts'
import type { ResolvedRoute } from '../../../../tests/support/engine.ts'
import { companyFile } from '../../../../tests/support/site.tsx'
import { languages } from '../../build.ts'
import type { Translations } from '../../site.ts'

const checked = (routes: readonly ResolvedRoute[], lang = 'en', translations: Translations = {}) => ({
  routes,
  companyFile: { ...companyFile, company: { ...companyFile.company, lang }, translations },
  publicFiles: [],
  fieldOf: fieldInTable,
})

/** What is wrong with routes, in a site whose company's language is `lang`. */
export const problemsOf = (routes: readonly ResolvedRoute[], lang?: string) =>
  languages.problems?.(checked(routes, lang))

/** What is wrong with the words of a site in English. */
export const wordProblemsOf = (routes: readonly ResolvedRoute[], translations: Translations) =>
  languages.wordProblems?.(checked(routes, 'en', translations))
