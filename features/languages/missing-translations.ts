import { namesOf } from '../../scripts/lib/names-of.ts'
import type { PageAt, RouteTable } from '../../shared/route-table.ts'

/**
 * Lists, for each language with a home page, the routes that aren't translated into it. Skips routes without an indexable page.
 * Undefined if every page is translated.
 */
export function missingTranslations(
  { routes, languagesWithHome }: RouteTable,
  indexable: readonly PageAt[],
): string | undefined {
  const withHome = languagesWithHome.map(({ lang }) => lang)
  const indexableRoutes = new Set(indexable.map(({ route }) => route))
  const pages = routes.filter(route => withHome.includes(route.lang) && indexableRoutes.has(route))
  const missing = withHome.flatMap(lang => {
    const untranslated = pages.filter(
      ({ lang: own, alternates = [] }) => own !== lang && !alternates.some(each => each.lang === lang),
    )
    return untranslated.length > 0 ? `into ${lang} ${namesOf(untranslated.map(({ path }) => path))}` : []
  })
  return missing.length > 0 ? `Not translated: ${missing.join('; ')}` : undefined
}
