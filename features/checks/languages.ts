import { fieldInTable } from '../../scripts/lib/field-places.ts'
import { isLanguage } from '../../scripts/lib/language-tag.ts'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import type { Company, Route } from '../../shared/site.ts'

/** Reports each invalid language, and a page at / that isn't in the company's. `siteRoutes` are the routes of routes.ts. */
export function languageProblems(
  routes: readonly ResolvedRoute[],
  siteRoutes: Readonly<Record<string, Route>>,
  company: Pick<Company, 'lang' | 'members' | 'links'>,
  fieldOf = fieldInTable,
): string[] {
  const problems: string[] = []
  const checkLanguage = (field: string, lang: string | undefined) => {
    if (lang !== undefined && !isLanguage(lang))
      problems.push(`${field} is ${lang}: write a language such as en or pt-BR`)
  }
  checkLanguage('company.lang', company.lang)
  checkLanguage('company.members.lang', company.members?.lang)
  for (const [i, { lang }] of (company.links ?? []).entries()) checkLanguage(`company.links[${i}].lang`, lang)
  for (const [id, { lang }] of Object.entries(siteRoutes)) checkLanguage(fieldInTable(id, 'lang'), lang)
  const home = routes.find(({ path }) => path === '/')
  if (home && home.lang !== company.lang)
    problems.push(
      `${fieldOf(home.id, 'lang')} is ${home.lang}: the page at / is in company.lang, which is ${company.lang}`,
    )
  return problems
}
