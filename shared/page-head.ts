import { NOT_FOUND_PATH } from './paths.ts'
import { alternatesAt, type ResolvedRoute, type RouteTable } from './route-table.ts'
import type { Alternate } from './site.ts'

/**
 * What the server and the browser both know of the page at one address. What only crawlers read, such as the description, is
 * no field of it, and costs the browser no byte. The compiler names who gives a field that is added here: `headOf`,
 * `errorPage` in shared/page.tsx, and client/entry.ts, which reads it from the document.
 */
export interface PageHead {
  /** That of the address. Undefined on an error page. */
  path: string | undefined
  /** As <title> has it. */
  title: string
  lang: string
  /**
   * As its route or its data has it, or the document: `canonicalUrl` makes a URL of it. It follows a navigation, because
   * browsers share it.
   */
  canonical: string | undefined
  /** The page in each other language. Undefined where there is none: an empty list would cost the browser 18 bytes a route. */
  alternates: readonly Alternate[] | undefined
}

/** The path that the components of a page see. */
export const seenPath = ({ path = NOT_FOUND_PATH }: Pick<PageHead, 'path'>) => path

/** A route as the browser has it. The head of a dynamic page comes with its data. */
export type ClientRoute = { id: string; path: string } & (
  | (PageHead & { isDynamic?: never })
  | { isDynamic: true }
)

/** The URL that search engines list for the page at a path. Without `canonical`, that is the page's own. */
export const canonicalUrl = (
  path: string,
  { canonical }: { canonical?: string | undefined },
  origin: string,
): string => (canonical === undefined ? origin + path : new URL(canonical, origin).href)

/** The head of the page at a path, by its route: its data may say another title and another canonical URL. */
export function headOf(route: ResolvedRoute, path: string, table: Pick<RouteTable, 'match'>): PageHead {
  const { title, lang, canonical } = route
  const alternates = alternatesAt(route, path, table).filter(each => each.lang !== lang)
  return { path, title, lang, canonical, alternates: alternates.length > 0 ? alternates : undefined }
}
