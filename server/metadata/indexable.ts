import { canonicalUrl } from '../../shared/page-head.ts'
import type { HeadFields } from '../../shared/site.ts'

/**
 * The fields of the page at one address that only crawlers read. (`canonical` also reaches the browser.) They come from its
 * route, and the page's data may replace them.
 */
export interface CrawlerFields extends HeadFields {
  /** The page's title, without the company's name. */
  heading: string
  description: string
}

/**
 * Whether search engines may list the page at `path`: with `noindex` or a canonical URL elsewhere they may not. Pass the fields
 * of the page's data if it has some, or else its route. The path may be a route's own, such as /jobs/:slug. Error pages and data
 * are never indexable: shared/document.tsx and the headers of data say so. A page's status doesn't count here, because search
 * engines list a page only with a 200 anyway.
 */
export function isIndexable(path: string, fields: CrawlerFields, origin: string): boolean {
  const isHere = canonicalUrl(path, fields, origin) === origin + path
  return isHere && !fields.noindex
}
