import type { CheckedSite } from '../../extension-points.ts'
import { isLanguage } from '../../scripts/lib/language-tag.ts'
import { type ResolvedRoute, SEGMENT } from '../../shared/route-table.ts'
import { homeAbove, homePagesIn } from './home-pages.ts'

/** Matches a path that a language's home page may have: hosts find its 404.html by the first segment of an address. */
const HOME = new RegExp(`^/${SEGMENT}$`)

/** The params of a route's path, such as :slug, as one string to compare. */
const paramsIn = ({ path }: ResolvedRoute) =>
  path
    .match(/:[^/]+/g)
    ?.sort()
    .join() ?? ''

const NO_PAGE =
  'write the key of a published page in routes.ts, or its file in shared/site/content/, such as blog/note/index.md'

/**
 * Reports wrong `home` fields, pages whose language differs from the home page above them, translations of missing pages, and two
 * versions of a page in one language.
 */
export function routeProblems({ table: { routes }, company, fieldOf }: CheckedSite): string[] {
  const problems: string[] = []
  const homePages = homePagesIn(routes)
  for (const [i, route] of routes.entries()) {
    const { id, path, home, lang, translates } = route
    if (home !== undefined) {
      const field = fieldOf(id, 'home')
      if (!isLanguage(home)) problems.push(`${field} is ${home}: write a language such as en or pt-BR`)
      const other = home === company.lang ? '/' : routes.slice(0, i).find(each => each.home === home)?.path
      if (other) problems.push(`${field} is ${home}: ${other} is the home page of that language`)
      if (!HOME.test(path))
        problems.push(`${field} is ${home}: its path ${path} must have one segment: write one such as /en`)
    }
    const above = homeAbove(homePages, path)
    if (above && lang !== above.lang)
      problems.push(
        `${fieldOf(id, 'lang')} is ${lang}: every page below ${above.path} is in ${above.lang}: leave the field out, or move the page`,
      )
    if (translates === undefined) continue
    const original = routes.find(each => each.id === translates)
    const others = [original, ...routes.slice(0, i).filter(each => each.translates === translates)]
    const same = others.find(each => each?.lang === lang)
    const problem = (text: string) => problems.push(`${fieldOf(id, 'translates')} is ${translates}: ${text}`)
    if (!original) problem(NO_PAGE)
    else if (original.translates) problem(`that page is a translation itself: write ${original.translates}`)
    else if (same) problem(`${same.path} already is the ${lang} version: write another \`lang\``)
    else if (paramsIn(original) !== paramsIn(route))
      problem(`its path is ${original.path}, but the path of this page is ${path}: write the same params`)
  }
  return problems
}

/**
 * Reports three mistakes in `translations`: it lacks the language of a home page, so the layout would show the company's
 * messages; it has the company's language, whose messages are in `messages`; or it has a language in which no page is published.
 */
export function translationProblems({ table: { routes }, companyFile, fieldOf }: CheckedSite): string[] {
  const { company, translations = {} } = companyFile
  const problems: string[] = []
  for (const lang of Object.keys(translations)) {
    const problem = (text: string) => problems.push(`translations.${lang} in shared/site/company.ts: ${text}`)
    if (lang === company.lang) problem("that's the company's language: write its messages in `messages`")
    else if (!routes.some(route => route.lang === lang))
      problem('no page in this language is published: leave it out')
  }
  for (const { id, home } of routes)
    if (home !== undefined && !(home in translations))
      problems.push(
        `${fieldOf(id, 'home')} is ${home}: add \`translations.${home}\` to shared/site/company.ts`,
      )
  return problems
}
