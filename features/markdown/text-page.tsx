import type { ComponentProps } from 'react'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import type { PageComponent } from '../../shared/site.ts'
import { ContentPage } from './content-page.tsx'
import type { Layouts } from './site.ts'

/** What a page shows around its text. If the page is hydrated, its document has this as JSON. */
export interface AroundText {
  /** The folder whose layout it has. */
  folder: string
  isIndex: boolean
  /** The index of its collection and the pages that it lists. The page alone if it has no collection. */
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
  { folder, isIndex, routes, at }: AroundText,
  layouts: Layouts,
  text: TextElement,
): PageComponent {
  const { Index, Page, className = 'r-prose-text' } = layouts[folder] ?? {}
  const Layout = ((isIndex ? Index : Page) ?? ContentPage) as typeof ContentPage
  const [index, ...pages] = routes
  const collection = pages.length > 0 ? { index, pages } : undefined
  return () => (
    <Layout page={routes[at] ?? index} collection={collection}>
      <div className={className} {...text} />
    </Layout>
  )
}
