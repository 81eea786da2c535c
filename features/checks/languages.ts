import type { CheckedSite } from '../../extension-points.ts'
import { fieldInTable } from '../../scripts/lib/field-places.ts'
import { isLanguage } from '../../scripts/lib/language-tag.ts'

/** Reports each invalid language, and a page at / that isn't in the company's. */
export function languageProblems({ table: { routes }, siteRoutes, company, fieldOf }: CheckedSite): string[] {
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
