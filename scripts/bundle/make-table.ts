import type { BuildFeature } from '../../joints.ts'
import { NOT_FOUND_PATH } from '../../shared/paths.ts'
import {
  createRouteTable,
  type Language,
  type Languages,
  placeOf,
  type ResolvedRoute,
  type RouteTable,
} from '../../shared/route-table.ts'
import type {
  Company,
  Labels,
  LanguageWords,
  Link,
  Menu,
  MenuLink,
  Menus,
  Route,
  Translations,
} from '../../shared/site.ts'
import { titleOf } from '../../shared/titles.ts'
import { membersLinkOf, menuLinksOf } from '../lib/company-links.ts'
import { homeAbove, homePagesIn, homePathIn } from '../lib/home-pages.ts'
import { isLanguage } from '../lib/is-language.ts'
import { isRightToLeft } from '../lib/text-direction.ts'

// Fills in what a site leaves out of pages and languages. The manifest has what is made here, so a server makes no route.

/** What a site says of the company and its languages. */
export interface SiteWords {
  company: Company
  labels: Labels
  translations: Translations
}

/** The route table of routes and their languages. */
export const makeTable = (
  routes: readonly ResolvedRoute[],
  words: SiteWords,
  features: readonly BuildFeature[],
): RouteTable =>
  createRouteTable({
    routes,
    languages: languagesOf(routes, words),
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
  const all = Object.values(pages)
  const homePages = homePagesIn(all)
  return Object.entries(pages).map(([id, written]) => {
    const { title, ...page } = written
    const isHome = page.path === '/' || page.home !== undefined
    return {
      ...page,
      id,
      heading: title,
      documentTitle: titleOf(company, title, isHome),
      isHome,
      menus: page.menus ?? {},
      hydrate: page.hydrate ?? 'idle',
      prerender: page.prerender ?? true,
      isDynamic: features.some(feature => feature.isDynamic?.(written)),
      lang: page.lang ?? homeAbove(homePages, page.path)?.lang ?? company.lang,
    }
  })
}

/** The languages of these routes, the company's first. */
function languagesOf(
  routes: readonly ResolvedRoute[],
  { company, labels, translations }: SiteWords,
): Languages {
  const homePages = homePagesIn(routes)
  const links = [...routes, ...menuLinksOf(company)]
  const members = membersLinkOf(company)

  const complete = (lang: string): Language => {
    const homePath = homePathIn(homePages, lang)
    // A language has the links of its pages; one without a home page has those of the company's language.
    const shown = links.filter(link => homePathIn(homePages, link.lang) === homePath)
    const words: LanguageWords = lang === company.lang ? labels : (translations[lang] ?? labels)
    const {
      locale = lang === company.lang ? company.locale : undefined,
      address,
      description,
      ...own
    } = words
    return {
      lang,
      // What is no language is refused after this, together with all else that is wrong in the table.
      isRightToLeft: isLanguage(lang) && isRightToLeft(lang),
      ...(locale && { locale }),
      homePath,
      notFoundPath: homePath.replace(/\/$/, '') + NOT_FOUND_PATH,
      menus: menusOf(shown, lang),
      labels: own,
      company: {
        ...(address && { address }),
        ...(description && { description }),
        ...(members && { members: linkIn(lang, members) }),
      },
    }
  }

  const others = new Set(routes.map(({ lang }) => lang)).difference(new Set([company.lang]))
  return [complete(company.lang), ...Array.from(others, complete)]
}

/** A link of the menus, or a route: with its language. */
type PlacedLink = Required<MenuLink>

/** A link with its language, as the layout of a document in a language shows it. */
const linkIn = (lang: string, { path, label, lang: own }: Required<Link>): Link => ({
  path,
  label,
  ...(own !== lang && { lang: own }),
})

const menusOf = (links: readonly PlacedLink[], lang: string): Menus => ({
  header: menuOf(links, 'header', lang),
  footer: menuOf(links, 'footer', lang),
})

/** The links of a menu in the order of their places, those of a group together. */
function menuOf(links: readonly PlacedLink[], menu: Menu, lang: string): Menus[Menu] {
  const placed = links
    .flatMap(({ menus: { [menu]: place }, ...link }) =>
      place === undefined ? [] : { ...placeOf(place), link: linkIn(lang, link) },
    )
    .sort((a, b) => a.place - b.place)
  const together = Map.groupBy(placed, ({ group, link }) => group ?? link)
  return Array.from(together, ([key, found]) =>
    typeof key === 'string' ? { label: key, links: found.map(({ link }) => link) } : key,
  )
}
