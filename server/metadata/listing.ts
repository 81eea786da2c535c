import type { HeadFields } from '../../shared/owner.ts'
import { canonicalUrl } from '../../shared/page-head.ts'

/**
 * What the page at one address says to crawlers, and not to the browser: the fields of its row, with what a loader gives for
 * that address in their place.
 */
export interface CrawlerFields extends HeadFields {
  /** Its title, without the company's name. */
  heading: string
  description: string
  /** In development alone: the day on which the page will be published, or "draft". */
  unpublished?: string
}

/**
 * Whether search engines may list the page at `path`: not with `noindex`, with a canonical URL elsewhere, or unpublished. Of a page
 * with a loader, pass `LoadedPage.fields`.
 */
export function isListed(path: string, fields: CrawlerFields, origin: string): boolean {
  const isHere = canonicalUrl(path, fields, origin) === origin + path
  return !fields.noindex && isHere && fields.unpublished === undefined
}
