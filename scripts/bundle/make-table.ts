import type { BuildFeature, RouteFacts } from '../../joints.ts'
import { NOT_FOUND_PATH } from '../../shared/paths.ts'
import {
  createRouteTable,
  type Language,
  type Languages,
  placeInMenu,
  type ResolvedRoute,
  type RouteTable,
} from '../../shared/route-table.ts'
import type { Company, CompanyFile, Link, Menu, MenuLink, Menus, Route } from '../../shared/site.ts'
import { titleOf } from '../../shared/titles.ts'
import { membersLinkOf, menuLinksOf } from '../lib/company-links.ts'
import { isLanguage } from '../lib/is-language.ts'
import { isRightToLeft } from '../lib/text-direction.ts'

// Fills in what a site leaves out of pages and languages. The manifest has what is made here, so a server makes no route.

/** The route table of routes and their languages. */
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

/** The routes of pages such as those of shared/site/routes.ts, in their order. */
export function routesOf(
  pages: Readonly<Record<string, Route>>,
  company: Company,
  features: readonly BuildFeature[],
): ResolvedRoute[] {
  const completers = features.flatMap(feature => feature.completeRoutes?.(pages, company) ?? [])
  return Object.entries(pages).map(([id, written]) => {
    const { title, ...page } = written
    const fromFeatures: RouteFacts = Object.assign({}, ...completers.map(complete => complete(id)))
    const isHome = page.path === '/' || fromFeatures.isHome === true
    return {
      ...page,
      lang: page.lang ?? company.lang,
      ...fromFeatures,
      id,
      heading: title,
      title: titleOf(company, title, isHome),
      isHome,
      menus: page.menus ?? {},
      hydrate: page.hydrate ?? 'idle',
      prerender: page.prerender ?? true,
      isDynamic: features.some(feature => feature.isDynamic?.(written)),
    }
  })
}

/** The languages of these routes, the company's first. */
function languagesOf(
  routes: readonly ResolvedRoute[],
  companyFile: CompanyFile,
  features: readonly BuildFeature[],
): Languages {
  const { company, messages } = companyFile
  const members = membersLinkOf(company)

  const complete = (lang: string): Language => {
    const own: Partial<Language> = Object.assign(
      {},
      ...features.map(({ completeLanguage }) => completeLanguage?.(lang, { routes, companyFile })),
    )
    return {
      lang,
      // An invalid language tag is reported later, with every other mistake: route-errors.ts.
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

/** All that may have a link in the menus. */
export const linksOf = (routes: readonly ResolvedRoute[], company: Company): PlacedLink[] => [
  ...routes,
  ...menuLinksOf(company),
]

/** A link of the menus, with its language. A route fits this type, too. */
type PlacedLink = Required<MenuLink>

/** A link with its language, as the layout of a document in a language shows it. */
const linkIn = (lang: string, { path, label, lang: own }: Required<Link>): Link => ({
  path,
  label,
  ...(own !== lang && { lang: own }),
})

/** The menus of a language, with these links. */
export const menusOf = (links: readonly PlacedLink[], lang: string): Menus => ({
  header: menuOf(links, 'header', lang),
  footer: menuOf(links, 'footer', lang),
})

/** The links of a menu in the order of their places, those of a group together. */
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
