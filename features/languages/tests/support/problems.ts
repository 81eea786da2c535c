import { siteToCheck } from '../../../../tests/support/checked-site.ts'
import type { ResolvedRoute } from '../../../../tests/support/engine.ts'
import { tableOf } from '../../../../tests/support/routes.ts'
import { companyFile } from '../../../../tests/support/site.tsx'
import { routeProblems, translationProblems } from '../../problems.ts'
import type { Translations } from '../../site.ts'

/** The problems of routes in a site whose company's language is `lang`. */
export const routeProblemsOf = (routes: readonly ResolvedRoute[], lang = 'en') =>
  routeProblems(siteToCheck(tableOf(routes), { company: { ...companyFile.company, lang } }))

/** The problems of the translations of a site in English. */
export const translationProblemsOf = (routes: readonly ResolvedRoute[], translations: Translations) =>
  translationProblems(siteToCheck(tableOf(routes), { companyFile: { ...companyFile, translations } }))
