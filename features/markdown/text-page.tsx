import type { ComponentProps } from 'react'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import type { PageComponent } from '../../shared/site.ts'
import type { Collection } from './collections.ts'
import { ContentPage } from './content-page.tsx'
import type { Layouts } from './site.ts'

/** What a page shows around its text. */
export interface AroundText {
  /** The folder whose layout the page has. */
  folder: string
  isIndex: boolean
  page: ResolvedRoute
  collection: Collection | undefined
}

/** The same as JSON, in the document of a hydrated page. */
export interface AroundTextJson extends Pick<AroundText, 'folder' | 'isIndex'> {
  /** The index of the page's collection and the pages that it lists. The page alone if it has no collection. */
  routes: readonly [ResolvedRoute, ...ResolvedRoute[]]
  /** Where the page is in this list. */
  at: number
}

/** The id for the element with that JSON. */
export const AROUND_TEXT_ID = 'around-text'

/** The element with the text. A hydrated page has the attribute. */
type TextElement = ComponentProps<'div'> & { 'data-markdown'?: '' }

/** Makes the component for a page in Markdown, on the server and in the browser. */
export function textPage(
  { folder, isIndex, page, collection }: AroundText,
  layouts: Layouts,
  text: TextElement,
): PageComponent {
  const { Index, Page, className = 'r-prose-text' } = layouts[folder] ?? {}
  const Layout = ((isIndex ? Index : Page) ?? ContentPage) as typeof ContentPage
  return () => (
    <Layout page={page} collection={collection}>
      <div className={className} {...text} />
    </Layout>
  )
}
