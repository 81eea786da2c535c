import type { HeadFields } from '../../shared/owner.ts'
import { canonicalUrl } from '../../shared/page-head.ts'

/** What a page says to crawlers alone: the fields of its row, or in their place those of its loader for one address. */
export interface CrawlerFields extends HeadFields {
  /** The page's own title. */
  heading: string
  description: string
  /** In development alone: since when the page is published, or "draft". */
  unpublished?: string
}

/**
 * Whether search engines may list the page at a path. All that is made for them asks this: the head, the sitemap, hreflang
 * and feeds.
 */
export function isListed(
  path: string,
  fields: Pick<CrawlerFields, 'noindex' | 'canonical' | 'unpublished'>,
  origin: string,
): boolean {
  const isHere = canonicalUrl(path, fields, origin) === new URL(path, origin).href
  return !fields.noindex && isHere && fields.unpublished === undefined
}
