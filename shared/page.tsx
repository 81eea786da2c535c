import { Component, type ComponentType, type ReactNode } from 'react'
import { type Location, Route, Routes } from 'react-router'
import { Document, type DocumentParts } from './document.tsx'
import { Failed } from './layout/failed.tsx'
import { type PageHead, seenPath } from './page-head.ts'
import type { Language, Languages } from './route-table.ts'
import type { ErrorMessages, PageComponent, Site } from './site.ts'
import { titleOf } from './titles.ts'

// A page on its way from its route to its response, one word for each step:
//
//     Route           its route as a site writes it: site.ts
//     ResolvedRoute   the same with what its site has left out, in the RouteTable; Match, the route that an address fits: route-table.ts
//     RoutePage       the page of a route at one path, before it's rendered: server/render/page-renderer.tsx
//     StaticPage      one that is the same for all: server/render/page-renderer.tsx
//     ShownPage       either, as both sides show it: below
//     Buffer          its HTML: server/render/render.tsx

/** A page, ready to be shown. */
export interface ShownPage {
  /** Its path in the route table; * where there is no such page. */
  pattern: string
  head: PageHead
  component: PageComponent
  /** What the server has given it to show, as JSON carries it. */
  data?: unknown
}

/** The page in place of one that is missing, or that cannot be rendered. */
export const errorPage = (
  { company }: Pick<Site, 'company'>,
  { label }: ErrorMessages,
  component: PageComponent,
  { lang }: Pick<Language, 'lang'>,
): ShownPage => ({
  pattern: '*',
  head: {
    path: undefined,
    title: titleOf(company, label, false),
    lang,
    canonical: undefined,
    alternates: undefined,
  },
  component,
})

/** The page 500, in the company's language. */
export const failedPage = (site: Site, [language]: Languages): ShownPage =>
  errorPage(site, language.messages.failed, Failed, language)

/** What a page with data embeds beside its HTML. */
export interface PageData {
  /** The id of the build. */
  buildId: string
  path: string
  /** The query for which it was loaded. Undefined where the page is the same for every query. */
  query: string | undefined
  head: PageHead
  data: unknown
}

/** The id of the element that holds a page's data. */
export const DATA_ELEMENT_ID = 'page-data'

/** The location that the components of a page see. */
export type SeenLocation = Pick<Location, 'pathname' | 'search' | 'hash'>

/** What they see while the page is rendered, and hydrated. `query` is undefined where the page is the same for every query. */
export const renderedLocation = (head: PageHead, query: string | undefined): SeenLocation => ({
  pathname: seenPath(head),
  search: query ?? '',
  hash: '',
})

interface Props {
  layout: DocumentParts
  page: ShownPage
  location: SeenLocation
}

/**
 * What both sides render: the layout, and the page in a route of its own, so that useParams and useLocation give the same
 * in both. The key begins a page anew at another path, and keeps its state at another query and at another spelling.
 */
export function PageTree({ layout, page, location }: Props) {
  // What gives a page its data holds it against the component's type.
  const Page = page.component as ComponentType<{ data: unknown }>
  return (
    <Document {...layout} head={page.head}>
      <Routes location={location}>
        <Route
          path={page.pattern}
          element={
            <ErrorBoundary key={page.head.path} page={page}>
              <Page data={page.data} />
            </ErrorBoundary>
          }
        />
      </Routes>
    </Document>
  )
}

interface BoundaryProps {
  page: ShownPage
  children: ReactNode
}

/** Shows the words for a failed page in the place of one whose component throws in the browser. The layout stays. */
class ErrorBoundary extends Component<BoundaryProps> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }

  /** What is loaded next, such as the same page for another query, may be shown. */
  override componentDidUpdate({ page }: BoundaryProps) {
    if (this.state.hasFailed && page !== this.props.page) this.setState({ hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? <Failed /> : this.props.children
  }
}
