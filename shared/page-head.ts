import { alternatesAt, type ResolvedRoute, type RouteTable } from './route-table.ts'
import type { Alternate } from './site.ts'

/**
 * The facts of the page at one address that both the server and the browser have. A document carries them as JSON. Facts for
 * crawlers alone, such as the description, aren't here, so they cost the browser no byte.
 */
export interface PageHead {
  /** The address's path. Undefined on an error page. */
  path: string | undefined
  /** The document's title. */
  title: string
  lang: string
  /**
   * The field of the route or of the page's data: `canonicalUrl` makes a URL from it. It's in the browser, too, because a
   * browser's Share menu reads the canonical link.
   */
  canonical: string | undefined
  /** The page in each other language. Undefined if there is none: an empty list would cost the browser 18 bytes a route. */
  alternates: readonly Alternate[] | undefined
}

/** A route in the browser. A dynamic page's head comes with its data. */
export type ClientRoute = { id: string; path: string } & (
  | (PageHead & { isDynamic?: never })
  | { isDynamic: true }
)

/** The URL that search engines list for the page at a path: the page's own if it has no `canonical`. */
export const canonicalUrl = (
  path: string,
  { canonical }: { canonical?: string | undefined },
  origin: string,
): string => (canonical === undefined ? origin + path : new URL(canonical, origin).href)

/** The head for the page at a path, from its route. The page's data may replace the title and the canonical URL. */
export function headOf(route: ResolvedRoute, path: string, table: Pick<RouteTable, 'match'>): PageHead {
  const { title, lang, canonical } = route
  const alternates = alternatesAt(route, path, table).filter(each => each.lang !== lang)
  return { path, title, lang, canonical, alternates: alternates.length > 0 ? alternates : undefined }
}
