import { Component, type ComponentType, type ReactNode } from 'react'
import { type Location, Route, Routes } from 'react-router'
import { Document, type DocumentParts } from './document.tsx'
import type { Language, Languages } from './language.ts'
import { Failed } from './layout/failed.tsx'
import type { PageHead } from './page-head.ts'
import { NOT_FOUND_PATH } from './paths.ts'
import type { PageComponent, Site } from './site.ts'
import { titleOf } from './titles.ts'

/** A page that is ready to be rendered. */
export interface ShownPage {
  /** Its route's path, such as /jobs/:slug. An error page has *. */
  pattern: string
  head: PageHead
  component: PageComponent
  /** The data that the page shows, as JSON carries it. */
  data?: unknown
}

/** The page that replaces a missing one, or one that can't be rendered. */
export const errorPage = (
  { company }: Site,
  { lang, messages }: Language,
  kind: 'notFound' | 'failed',
  component: PageComponent,
): ShownPage => ({
  pattern: '*',
  head: {
    path: undefined,
    title: titleOf(company, messages[kind].label, false),
    lang,
    canonical: undefined,
    alternates: undefined,
  },
  component,
})

/** The 500 page, in the company's language. */
export const failedPage = (site: Site, [language]: Languages): ShownPage =>
  errorPage(site, language, 'failed', Failed)

/** The JSON of a page with data: in its HTML, which uses only `query` and `data`, and as a file for a navigation. */
export interface PageData {
  /** The build's id. */
  buildId: string
  /** The query that the data was loaded for. Undefined if the page is the same for every query. */
  query: string | undefined
  head: PageHead
  data: unknown
}

/** The id for the element that holds a page's data. */
export const DATA_ELEMENT_ID = 'page-data'

/** The location that a page's components see. */
export type SeenLocation = Pick<Location, 'pathname' | 'search' | 'hash'>

/** The location while the page is rendered and hydrated. `query` is undefined if the page is the same for every query. */
export const renderedLocation = (head: PageHead, query: string | undefined): SeenLocation => ({
  pathname: head.path ?? NOT_FOUND_PATH,
  search: query ?? '',
  hash: '',
})

interface Props {
  documentParts: DocumentParts
  page: ShownPage
  location: SeenLocation
}

/**
 * The tree that server and browser both render: the layout, and the page in its own route, so that useParams and
 * useLocation agree. The key resets a page's state at a different path, and keeps it at a different query or spelling.
 */
export function PageTree({ documentParts, page, location }: Props) {
  // The feature that loads the data checks its type against the component's props.
  const Page = page.component as ComponentType<{ data: unknown }>
  return (
    <Document {...documentParts} head={page.head}>
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

/** Replaces a page whose component throws in the browser with the messages for a failed page. The layout stays. */
class ErrorBoundary extends Component<BoundaryProps> {
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override state = { hasFailed: false }

  /** Tries again with the next page, even if it's the same one for a different query. */
  override componentDidUpdate({ page }: BoundaryProps) {
    if (this.state.hasFailed && page !== this.props.page) this.setState({ hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? <Failed /> : this.props.children
  }
}
