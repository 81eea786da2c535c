import { generatePath, matchPath } from 'react-router'
import { canonicalPath } from './paths.ts'
import type {
  Alternate,
  Company,
  CompanyInLanguage,
  Hydrate,
  Menus,
  Messages,
  Place,
  Places,
  Route,
  ShownCompany,
} from './site.ts'

/**
 * A page with its defaults filled in, by `routesOf` in scripts/bundle/make-table.ts. What is still optional is in `Route`,
 * where its comment says what its absence means.
 */
export interface ResolvedRoute extends Omit<Route, 'title' | 'hydrate' | 'prerender'> {
  /** Its key in shared/site/routes.ts, or the one that a feature gives it. */
  readonly id: string
  /** The title that the site has written. */
  readonly heading: string
  /** The same as <title> has it, unless its data has another title: with the company's name, where there is room for both. */
  readonly title: string
  /** The language of the page. */
  readonly lang: string
  /** Whether it is the home page of a language, as the page at / is. */
  readonly isHome: boolean
  /** The routes of the page in each of its languages, its own included, the original first. Undefined where it's in one alone. */
  readonly alternates?: readonly AlternateRoute[]
  /** The menus that have a link to the page, each with the link's place. */
  readonly menus: Places
  /** When the page loads its script, if ever. */
  readonly hydrate: Hydrate
  /** Whether a prerender writes the page. */
  readonly prerender: boolean
  /** Whether a feature renders the page for each request. Otherwise it's the same for every visitor. */
  readonly isDynamic: boolean
}

/** The route of a page in one of its languages. */
export interface AlternateRoute extends Alternate {
  readonly id: string
}

/** The values in an address of the params of a path such as /jobs/:slug, by name. The object has no prototype. */
export type Params = Readonly<Record<string, string>>

/** The route that an address fits. */
export interface Match<Of = ResolvedRoute> {
  route: Of
  params: Params
}

/** A language of the site, and what the layout shows in it. */
export interface Language {
  /** As in RFC 5646. */
  readonly lang: string
  readonly isRightToLeft: boolean
  /** For social networks, such as de_DE, where the site says it. */
  readonly locale?: string
  /** The path of its home page. A language without one has that of the company's language, which is /. */
  readonly homePath: string
  /** The path of its page for an address without a page: a file in dist/, and no address. */
  readonly notFoundPath: string
  readonly menus: Menus
  readonly messages: Messages
  /** What it says of the company in words of its own. */
  readonly company: CompanyInLanguage
}

/** Every language of a site. The company's is the first. */
export type Languages = readonly [Language, ...Language[]]

/** The language of a page. */
export function languageOf({ lang }: { lang: string }, languages: Languages): Language {
  const language = languages.find(each => each.lang === lang)
  if (!language) throw new Error(`no language of the site is ${lang}`)
  return language
}

/** The company as a document in a language shows it, with what that language has in place of the company's own words. */
export function companyIn(
  company: Company,
  { locale, company: own }: Pick<Language, 'company' | 'locale'>,
  origin: string,
): ShownCompany {
  const { locale: _locale, members: _members, legalName = company.name, ...facts } = company
  return { ...facts, ...own, origin, legalName, ...(locale && { locale }) }
}

/** A page at one address. */
export interface PageAt {
  route: ResolvedRoute
  /** That of the address: /jobs/mason, where the path of the route is /jobs/:slug. */
  path: string
}

/** Every page of a site, and what is derived from them. */
export interface RouteTable {
  routes: readonly ResolvedRoute[]
  languages: Languages
  /** Those that have a home page of their own, the company's first. */
  languagesWithHome: Languages
  /** The language of an address without a page: that of the home page above it, if that is published and so has a page 404. */
  languageAt(path: string): Language
  /** The path of the page for an address without a page, in each language with a home page. */
  notFoundPaths: readonly string[]
  /** Paths at which there is nothing, each with the path of the page to which it redirects. */
  redirects: readonly (readonly [from: string, to: string])[]
  /** The route that this path fits. */
  match(path: string): Match | undefined
  /** The path to which this one redirects: another spelling of a page's path, or one of `redirects`. Otherwise undefined. */
  redirectOf(path: string): string | undefined
}

/** Whether a path is that of a home page, or below it. Nothing is below /: what is below no other home page is the company's. */
export const isBelow = (path: string, home: string) => `${path}/`.startsWith(`${home}/`)

/** The route table of a site, of which all parts are complete. */
export function createRouteTable({
  routes,
  languages,
  redirects,
}: Pick<RouteTable, 'routes' | 'languages' | 'redirects'>): RouteTable {
  const [ofCompany, ...others] = languages
  const languagesWithHome: Languages = [
    ofCompany,
    ...others.filter(({ homePath }) => homePath !== ofCompany.homePath),
  ]
  const notFoundPaths = languagesWithHome.map(({ notFoundPath }) => notFoundPath)
  const matchRoute = createMatch(routes)
  const match: RouteTable['match'] = path => (notFoundPaths.includes(path) ? undefined : matchRoute(path))
  return {
    routes,
    languages,
    languagesWithHome,
    languageAt: path => {
      const address = canonicalPath(path) ?? ''
      return languagesWithHome.find(({ homePath }) => isBelow(address, homePath)) ?? ofCompany
    },
    notFoundPaths,
    redirects,
    match,
    redirectOf: createRedirects(redirects, match),
  }
}

/**
 * The page at an address in each of its languages, its own included. At an address with params, such as /jobs/mason, each has
 * the same params; at the route's own path, such as /jobs/:slug, each has the path of its route. Empty where there is one.
 */
export function alternatesAt(
  { alternates = [] }: ResolvedRoute,
  address: string,
  { match }: Pick<RouteTable, 'match'>,
): Alternate[] {
  const params = match(address)?.params
  return alternates.map(({ lang, path }) => ({
    lang,
    path: params ? generatePath<string>(path, params) : path,
  }))
}

function createRedirects(
  redirects: RouteTable['redirects'],
  match: RouteTable['match'],
): RouteTable['redirectOf'] {
  const targets = new Map(redirects)
  return path => {
    const canonical = canonicalPath(path)
    if (canonical === undefined) return undefined
    const isOtherSpelling = canonical !== path && match(canonical) !== undefined
    return isOtherSpelling ? canonical : targets.get(canonical)
  }
}

/**
 * Finds the route that a path fits: by its text where the route has no params, and otherwise by the rules of react-router. It does
 * not know the paths of the pages 404, which `RouteTable.match` leaves out: in the browser a link to one ends at its document.
 */
export function createMatch<Of extends { path: string }>(routes: readonly Of[]) {
  const byPath = new Map(routes.filter(route => !hasParams(route)).map(route => [route.path, route]))
  const routesWithParams = routes.filter(hasParams)
  return (path: string): Match<Of> | undefined => {
    const route = byPath.get(path)
    return route ? { route, params: NO_PARAMS } : matchParams(routesWithParams, path)
  }
}

function matchParams<Of extends { path: string }>(
  routes: readonly Of[],
  path: string,
): Match<Of> | undefined {
  // react-router ignores case and a slash at the end, and a param may have any letters.
  if (path !== canonicalPath(path)) return undefined
  for (const route of routes) {
    // matchPath compiles a regular expression at each call.
    if (!path.startsWith(literalStart(route))) continue
    const found = matchPath(route.path, path)
    if (found && Object.values(found.params).every(isParam))
      return { route, params: Object.assign(Object.create(null), found.params) }
  }
  return undefined
}

/** Whether a page is sent with its script. The page 404, which has no route, is. Not for the pages 500 and 503, which are not. */
export const hasScript = (route: Pick<ResolvedRoute, 'hydrate'> | undefined) => route?.hydrate !== 'never'

/** Whether a path has params, such as :slug. */
export const hasParams = ({ path }: { path: string }) => path.includes('/:')

const literalStart = ({ path }: { path: string }) => path.slice(0, path.indexOf(':'))

const NO_PARAMS: Params = Object.freeze(Object.create(null))

/** A segment of an address as a regular expression, and in words. */
export const SEGMENT = '[a-z0-9][a-z0-9_-]{0,99}'
export const SEGMENT_IN_WORDS = 'a to z, 0 to 9, - and _, a letter or a digit first, at most 100'

/** What hosts serve for a folder. */
export const INDEX = 'index'

/** What :slug can stand for. */
const VALUE = new RegExp(`^(?!${INDEX}$)${SEGMENT}$`)
const isParam = (text = '') => VALUE.test(text)

/** A link's place as a number, and its group, if it has one. */
export const placeInMenu = (place: Place): { place: number; group?: string } =>
  typeof place === 'number' ? { place } : place
