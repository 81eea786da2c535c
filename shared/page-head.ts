import type { Translation } from './owner.ts'
import type { Row, Table } from './page-table.ts'

/**
 * What both sides know of a page, and its document shows. The browser is given of a row its path, its id and this: what only
 * crawlers read, such as the description, is no field of it, and costs the browser no byte. A field is added here, and the
 * compiler names who gives it: headOf, errorPage in page.tsx, and client/entry.ts, which reads it from a document.
 */
export interface PageHead {
  /** Undefined where there is no such page, or it cannot be rendered. */
  path: string | undefined
  title: string
  lang: string
  /** What its row or its loader says of the canonical URL: canonicalUrl() completes it. It follows a navigation, because browsers share it. */
  canonical: string | undefined
  /** The page in each other language; undefined where it is in one. */
  translations: readonly Translation[] | undefined
}

/** A row as the browser has it: nothing but the head of its page, and what loads that. */
export interface ClientRow extends PageHead {
  id: string
  path: string
  /** Whether it has a loader: then its head comes with its data. */
  hasData: boolean
}

/** The URL that search engines list for the page at a path. Without `canonical`, that is the page's own. */
export const canonicalUrl = (
  path: string,
  { canonical = path }: { canonical?: string | undefined },
  origin: string,
): string => new URL(canonical, origin).href

/** The head of the page at an address, as its row has it. */
export function headOf(row: Row, path: string, { versionsOf }: Pick<Table, 'versionsOf'>): PageHead {
  const { documentTitle: title, lang, canonical } = row
  const others = versionsOf(row, path).filter(version => version.row !== row)
  const translations = others.map(version => ({ lang: version.row.lang, path: version.path }))
  return { path, title, lang, canonical, translations: others.length > 0 ? translations : undefined }
}
