import type { Row } from './page-table.ts'

/**
 * What the head of a document says about its page. A field is added here, and the compiler names who gives it: headOf,
 * errorPage in page.tsx, and client/entry.ts, which reads it from a document. So none is optional.
 */
export interface PageHead {
  /** Undefined where there is no such page, or it cannot be rendered. */
  path: string | undefined
  title: string
  description: string
  /** The page's language where it is not the company's. */
  lang: string | undefined
  /** The address that search engines list in place of this page, where there is one. It follows a navigation: browsers share it. */
  canonical: string | undefined
}

/** The head of a page as its row has it. */
export const headOf = ({ path, title, description, lang, canonical }: Row): PageHead => ({
  path,
  title,
  description,
  lang,
  canonical,
})
