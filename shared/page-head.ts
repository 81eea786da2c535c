import type { Translation } from './owner.ts'
import type { Row, Table } from './page-table.ts'
import { NOT_FOUND_PATH } from './paths.ts'

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
   * As its row or its loader has it, or the document: `canonicalUrl` makes a URL of it. It follows a navigation, because
   * browsers share it.
   */
  canonical: string | undefined
  /** The page in each other language. Undefined where there is none: an empty list would cost the browser 18 bytes a row. */
  translations: readonly Translation[] | undefined
}

/** The path that the components of a page see. */
export const seenPath = ({ path = NOT_FOUND_PATH }: Pick<PageHead, 'path'>) => path

/** A row as the browser has it. The head of a page with a loader comes with its data. */
export type ClientRow = { id: string; path: string } & ((PageHead & { hasData?: never }) | { hasData: true })

/** The URL that search engines list for the page at a path. Without `canonical`, that is the page's own. */
export const canonicalUrl = (
  path: string,
  { canonical }: { canonical?: string | undefined },
  origin: string,
): string => (canonical === undefined ? origin + path : new URL(canonical, origin).href)

/** The head of the page at a path, by its row: a loader may say another title and another canonical URL. */
export function headOf(
  row: Row,
  path: string,
  { languageVersions }: Pick<Table, 'languageVersions'>,
): PageHead {
  const { documentTitle: title, lang, canonical } = row
  const others = languageVersions(row, path).filter(version => version.row !== row)
  const translations = others.map(version => ({ lang: version.row.lang, path: version.path }))
  return { path, title, lang, canonical, translations: others.length > 0 ? translations : undefined }
}
