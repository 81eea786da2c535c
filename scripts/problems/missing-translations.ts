import type { LanguageVersion, RouteTable } from '../../shared/route-table.ts'
import { namesOf } from '../lib/names-of.ts'

/**
 * Names, for each language with a home page, the routes with a listed page that are not in it: one that is not listed there is
 * meant so. Undefined where there are none.
 */
export function missingTranslations(
  { routes, languagesWithHome, languageVersions }: RouteTable,
  listed: readonly LanguageVersion[],
): string | undefined {
  const withHome = languagesWithHome.map(({ lang }) => lang)
  const listedRoutes = new Set(listed.map(({ route }) => route))
  const pages = routes.filter(route => withHome.includes(route.lang) && listedRoutes.has(route))
  const missing = withHome.flatMap(lang => {
    const untranslated = pages.filter(
      page => !languageVersions(page, page.path).some(({ route }) => route.lang === lang),
    )
    return untranslated.length > 0 ? `into ${lang} ${namesOf(untranslated.map(({ path }) => path))}` : []
  })
  return missing.length > 0 ? `Not translated: ${missing.join('; ')}` : undefined
}
