import { canonicalUrl } from '../../shared/page-head.ts'
import type { HeadFields } from '../../shared/site.ts'

/**
 * What the page at one address says to crawlers and, but for `canonical`, not to the browser: the fields of its route, with what
 * its data says for that address in their place.
 */
export interface CrawlerFields extends HeadFields {
  /** Its title, without the company's name. */
  heading: string
  description: string
}

/**
 * Whether search engines may list the page at `path`: not with `noindex`, nor with a canonical URL elsewhere. Of a page
 * that is rendered with data, pass what that says; otherwise its route. An address with params may be that of its route, such as
 * /jobs/:slug. Error pages are never listed, nor is data: shared/document.tsx and the
 * headers of data say so. A page with another status than 200 says the same as with 200:
 * search engines list none of these.
 */
export function isIndexable(path: string, fields: CrawlerFields, origin: string): boolean {
  const isHere = canonicalUrl(path, fields, origin) === origin + path
  return isHere && !fields.noindex
}
