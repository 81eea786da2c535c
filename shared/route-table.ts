import { generatePath, matchPath } from 'react-router'
import type { Language, Languages } from './language.ts'
import { canonicalPath } from './paths.ts'
import type { Alternate, Hydrate, Places, Route } from './site.ts'

/**
 * A route with its defaults filled in, by `routesOf` in scripts/bundle/make-table.ts. The comments of `Route` say what the
 * absence of the other fields means.
 */
export interface ResolvedRoute extends Omit<Route, 'title' | 'hydrate' | 'prerender'> {
  /** Its key in shared/site/routes.ts, or the one that a feature gives it. */
  readonly id: string
  /** The route's `title` as the site writes it. */
  readonly heading: string
  /** The document's title: with the company's name, if there's room for both. The page's data may replace it. */
  readonly title: string
  readonly lang: string
  /** Whether the page is a language's home page, as the one at / is. */
  readonly isHome: boolean
  /** The page's routes in each of its languages, its own included, the original first. Undefined if it's in one only. */
  readonly alternates?: readonly AlternateRoute[]
  /** The menus that have a link to the page, each with the link's place. */
  readonly menus: Places
  /** When the page loads its script, if ever. */
  readonly hydrate: Hydrate
  /** Whether a prerender writes the page. */
  readonly prerender: boolean
  /** Whether a feature renders the page, for a request or for a time, because it has data. If not, it's rendered once. */
  readonly isDynamic: boolean
}

/** A page's route in one of its languages. */
interface AlternateRoute extends Alternate {
  readonly id: string
}

/** The values that an address has for the params of a path such as /jobs/:slug, by name. The object has no prototype. */
export type Params = Readonly<Record<string, string>>

/** The route that an address matches. */
export interface Match<Of = ResolvedRoute> {
  route: Of
  params: Params
}

/** A page at one address. */
export interface PageAt {
  route: ResolvedRoute
  /** The address's path, such as /jobs/mason. The route's is /jobs/:slug. */
  path: string
}

/** A site's routes, and what's derived from them. */
export interface RouteTable {
  routes: readonly ResolvedRoute[]
  languages: Languages
  /** The languages that have a home page of their own. The company's is the first. */
  languagesWithHome: Languages
  /** The language of the 404 page at an address: of the home page that the address is below, or else the company's. */
  languageAt(path: string): Language
  /** The 404 pages' paths, one for each language with a home page. */
  notFoundPaths: readonly string[]
  /** Paths that redirect, each with the path of its page. Nothing else is there. */
  redirects: readonly (readonly [from: string, to: string])[]
  /** Finds the route that a path matches. */
  match(path: string): Match | undefined
  /** Finds the target of a path that redirects: a different spelling of a page's path, or one of `redirects`. */
  redirectOf(path: string): string | undefined
}

/** Whether a path is a home page's, or below it. Nothing is below /, because no path begins with //. */
export const isBelow = (path: string, home: string) => `${path}/`.startsWith(`${home}/`)

/** Makes a site's route table from its complete parts. */
export function createRouteTable({
  routes,
  languages,
  redirects,
}: Pick<RouteTable, 'routes' | 'languages' | 'redirects'>): RouteTable {
  const [companyLanguage, ...others] = languages
  const languagesWithHome: Languages = [
    companyLanguage,
    ...others.filter(({ homePath }) => homePath !== companyLanguage.homePath),
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
      return languagesWithHome.find(({ homePath }) => isBelow(address, homePath)) ?? companyLanguage
    },
    notFoundPaths,
    redirects,
    match,
    redirectOf: createRedirects(redirects, match),
  }
}

/**
 * The page at an address in each of its languages, its own included. At an address with params, such as /jobs/mason, each has
 * the same params; at the route's own path, such as /jobs/:slug, each has its route's path. Empty if there's one language.
 */
export function alternatesAt(
  { alternates }: ResolvedRoute,
  address: string,
  { match }: Pick<RouteTable, 'match'>,
): Alternate[] {
  if (!alternates) return []
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
 * Finds the route that a path matches: the same path if the route has no params, and by the rules of react-router if it has.
 * `RouteTable.match` also excludes the 404 pages, which a param may match: /en/:slug matches /en/404. The browser takes a link to
 * one for a page's, fails to load it, and requests the document.
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
  // react-router would ignore case and a slash at the end, and let a param have any characters.
  if (path !== canonicalPath(path)) return undefined
  for (const route of routes) {
    // This saves calls of matchPath, which compiles a regular expression each time.
    if (!path.startsWith(literalStart(route))) continue
    const found = matchPath(route.path, path)
    if (found && Object.values(found.params).every(isParam))
      return { route, params: Object.assign(Object.create(null), found.params) }
  }
  return undefined
}

/** Whether a route's page is sent with its script. The 404 page, which has no route, is; the 500 and 503 pages aren't. */
export const hasScript = (route: Pick<ResolvedRoute, 'hydrate'> | undefined) => route?.hydrate !== 'never'

/** Whether a path has params, such as :slug. */
export const hasParams = ({ path }: { path: string }) => path.includes('/:')

const literalStart = ({ path }: { path: string }) => path.slice(0, path.indexOf(':'))

const NO_PARAMS: Params = Object.freeze(Object.create(null))

/** A segment of an address, as a regular expression. Below it the same in words. */
export const SEGMENT = '[a-z0-9][a-z0-9_-]{0,99}'
export const SEGMENT_IN_WORDS = 'a to z, 0 to 9, - and _, a letter or a digit first, at most 100'

/** The file name that hosts serve for a folder. */
export const INDEX = 'index'

/** The values that a param such as :slug can have. */
const VALUE = new RegExp(`^(?!${INDEX}$)${SEGMENT}$`)
const isParam = (text = '') => VALUE.test(text)
