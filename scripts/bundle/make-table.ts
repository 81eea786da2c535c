import type { BuildFeature, RouteFacts } from '../../extension-points.ts'
import type { Language, Languages } from '../../shared/language.ts'
import { NOT_FOUND_PATH } from '../../shared/paths.ts'
import { createRouteTable, type ResolvedRoute, type RouteTable } from '../../shared/route-table.ts'
import type { Company, CompanyFile, Link, Menu, MenuLink, Menus, Place, Route } from '../../shared/site.ts'
import { titleOf } from '../../shared/titles.ts'
import { isLanguage, isRightToLeft } from '../lib/language-tag.ts'

// Fills in the defaults of routes and languages. The result is in the manifest, so a server computes none of it.

/** Makes the route table from routes and their languages. */
export const makeTable = (
  routes: readonly ResolvedRoute[],
  companyFile: CompanyFile,
  features: readonly BuildFeature[],
): RouteTable =>
  createRouteTable({
    routes,
    languages: languagesOf(routes, companyFile, features),
    redirects: routes.flatMap(route =>
      features
        .flatMap(feature => feature.redirects?.(route) ?? [])
        .map(({ from }) => [from, route.path] as const),
    ),
  })

/** Fills in the defaults of routes such as those of shared/site/routes.ts, in their order. */
export function routesOf(
  routes: Readonly<Record<string, Route>>,
  company: Company,
  features: readonly BuildFeature[],
): ResolvedRoute[] {
  const completers = features.flatMap(feature => feature.completeRoutes?.(routes, company) ?? [])
  return Object.entries(routes).map(([id, written]) => {
    const { title, ...route } = written
    const fromFeatures: RouteFacts = Object.assign({}, ...completers.map(complete => complete(id)))
    const isHome = route.path === '/' || fromFeatures.isHome === true
    return {
      ...route,
      lang: route.lang ?? company.lang,
      ...fromFeatures,
      id,
      heading: title,
      title: titleOf(company, title, isHome),
      isHome,
      menus: route.menus ?? {},
      hydrate: route.hydrate ?? 'idle',
      prerender: route.prerender ?? true,
      isDynamic: features.some(feature => feature.isDynamic?.(written)),
    }
  })
}

/** The languages of these routes. The company's is the first. */
function languagesOf(
  routes: readonly ResolvedRoute[],
  companyFile: CompanyFile,
  features: readonly BuildFeature[],
): Languages {
  const { company, messages } = companyFile
  const members = company.members && { lang: company.lang, ...company.members }

  const complete = (lang: string): Language => {
    const own: Partial<Language> = Object.assign(
      {},
      ...features.map(({ completeLanguage }) => completeLanguage?.(lang, { routes, companyFile })),
    )
    return {
      lang,
      // A feature may report an invalid language tag later, with the other mistakes.
      isRightToLeft: isLanguage(lang) && isRightToLeft(lang),
      ...(lang === company.lang && company.locale && { locale: company.locale }),
      homePath: '/',
      notFoundPath: NOT_FOUND_PATH,
      menus: menusOf(linksOf(routes, company), lang),
      messages,
      ...own,
      company: { ...own.company, ...(members && { members: linkIn(lang, members) }) },
    }
  }

  const others = new Set(routes.map(({ lang }) => lang)).difference(new Set([company.lang]))
  return [complete(company.lang), ...Array.from(others, complete)]
}

/** Everything that may have a link in the menus. */
export const linksOf = (routes: readonly ResolvedRoute[], company: Company): PlacedLink[] => [
  ...routes,
  ...(company.links ?? []).map(link => ({ lang: company.lang, ...link })),
]

/** A menu link, with its language. A route also has this type. */
type PlacedLink = Required<MenuLink>

/** A link in the layout of a document in `lang`. It has a `lang` only if its language is a different one. */
const linkIn = (lang: string, { path, label, lang: own }: Required<Link>): Link => ({
  path,
  label,
  ...(own !== lang && { lang: own }),
})

/** Arranges links in a language's menus. */
export const menusOf = (links: readonly PlacedLink[], lang: string): Menus => ({
  header: menuOf(links, 'header', lang),
  footer: menuOf(links, 'footer', lang),
})

/** Sorts a menu's links by their places, and keeps each group's links together. */
function menuOf(links: readonly PlacedLink[], menu: Menu, lang: string): Menus[Menu] {
  const placed = links
    .flatMap(({ menus: { [menu]: place }, ...link }) =>
      place === undefined ? [] : { ...placeInMenu(place), link: linkIn(lang, link) },
    )
    .sort((a, b) => a.place - b.place)
  const together = Map.groupBy(placed, ({ group, link }) => group ?? link)
  return Array.from(together, ([key, found]) =>
    typeof key === 'string' ? { label: key, links: found.map(({ link }) => link) } : key,
  )
}

/** A link's place as a number, and its group, if it has one. */
export const placeInMenu = (place: Place): { place: number; group?: string } =>
  typeof place === 'number' ? { place } : place
