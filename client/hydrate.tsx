import { languages, year } from 'virtual:site'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type Location, useLoaderData, useLocation, useNavigate, useNavigation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { DocumentParts } from '../shared/document.tsx'
import { failedPage, PageTree, renderedLocation, type SeenLocation, type ShownPage } from '../shared/page.tsx'
import type { Site } from '../shared/site.ts'
import { PendingContext } from '../shared/ui/use-pending.ts'
import { followLinks, type Prefetch } from './links.ts'
import { usePageViews } from './page-views.ts'
import { createRouter } from './router.ts'
import { useScroll } from './scroll.ts'

interface HydrateOptions {
  site: Site
  /** The page in the document. */
  page: ShownPage
  /** The query that it was rendered with. Undefined if the page is the same for every query. */
  query: string | undefined
  /** Runs once, when the page is hydrated. */
  onHydrated: () => void
  /** Runs after a hydration mismatch, when React has rendered the page or a part of it again. */
  onMismatch: () => void
  onPageView: (url: URL) => void
}

/** Hydrates the document with its current page. */
export function hydrate({ site, page, query, onHydrated, onMismatch, onPageView }: HydrateOptions) {
  const firstLocation = renderedLocation(page.head, query)
  let isHydrated = false
  const onMount = () => {
    if (isHydrated) return // After an error in the layout, React mounts BrowserParts again.
    isHydrated = true
    onHydrated()
    // The HTML may be for another query, as on a host with one file for all of them. The data must be for this one.
    if (query !== undefined && query !== location.search) router.revalidate()
  }
  const documentParts: DocumentParts = {
    site,
    origin: document.documentElement.dataset.origin ?? location.origin,
    languages,
    year,
    browserParts: <BrowserParts onMount={onMount} />,
  }
  const failed = failedPage(site, languages)
  const router = createRouter({
    element: (
      <App
        documentParts={documentParts}
        firstPage={page}
        firstLocation={firstLocation}
        onPageView={onPageView}
      />
    ),
    errorElement: <PageTree documentParts={documentParts} page={failed} location={firstLocation} />,
    firstPage: page,
    failedPage: failed,
  })
  if (import.meta.hot) {
    // In development, after an edit to the server's code, the page stays, with new data.
    addEventListener('dev:program', () => router.revalidate())
    // This loads before the first edit. After an edit Vite changes the addresses of all modules that import the edited one, so
    // the page would be loaded a second time, and lose its state.
    void import('./all-pages.ts')
  }
  const onError = createErrorHandler()
  // In a transition React hydrates in slices of a few milliseconds, between which the browser handles input.
  startTransition(() => {
    hydrateRoot(document, <RouterProvider router={router} />, {
      onRecoverableError: error => {
        onError(error)
        onMismatch()
      },
      onCaughtError: onError, // An error that is shown as the error page reaches window.onerror, too.
    })
  })
}

interface AppProps {
  documentParts: DocumentParts
  firstPage: ShownPage
  firstLocation: SeenLocation
  onPageView: (url: URL) => void
}

/** The page that the router has loaded. */
function App({ documentParts, firstPage, firstLocation, onPageView }: AppProps) {
  usePageViews(onPageView)
  const page: ShownPage = useLoaderData()
  const current = useLocation()
  /** The location that the HTML was rendered for, until it's hydrated. Undefined if the address bar has the same one. */
  const [rendered, setRendered] = useState(() =>
    isAsRendered(current, firstLocation) ? undefined : firstLocation,
  )
  // Outside a transition a suspended part, such as a lazy component, would be replaced by its fallback.
  useEffect(() => startTransition(() => setRendered(undefined)), [])
  // The next page may arrive while a suspended part of the first one isn't hydrated yet.
  const location = (page === firstPage && rendered) || current
  // This is memoized so that the start of a navigation renders only the components that use usePending.
  const tree = useMemo(
    () => <PageTree documentParts={documentParts} page={page} location={location} />,
    [documentParts, page, location],
  )
  return <PendingContext value={useIsPending()}>{tree}</PendingContext>
}

/**
 * Whether the address bar has the location that the server rendered, so that the page needn't be rendered twice: the same query, no
 * hash, and no stored key, for which react-router says 'default'.
 */
const isAsRendered = ({ pathname, search, hash, key }: Location, rendered: SeenLocation) =>
  pathname === rendered.pathname && search === rendered.search && hash === '' && key === 'default'

/** Whether the visitor is waiting for another page. False again after Back from a different document. */
function useIsPending(): boolean {
  const navigation = useNavigation()
  const [left, setLeft] = useState<typeof navigation>()
  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && setLeft(navigation)
    addEventListener('pageshow', onReturn)
    return () => removeEventListener('pageshow', onReturn)
  }, [navigation])
  return navigation.state !== 'idle' && navigation !== left
}

/** Adds scrolling and link handling to a page, and reports that it's hydrated. Renders nothing. */
function BrowserParts({ onMount }: { onMount: () => void }) {
  const navigate = useNavigate()
  useScroll()
  useEffect(() => {
    // From now on a click fetches no document, so the browser stops prefetching them: scripts/bundle/speculation-rules.ts.
    document.documentElement.dataset.hydrated = ''
    onMount()
    return followLinks(navigate, prefetch)
  }, [onMount, navigate])
  return null
}

const prefetch: Prefetch = async (url, options) => {
  const { prefetchPage } = await import('./all-pages.ts')
  await prefetchPage(url, options)
}

/**
 * Returns a function that reports an error, and puts back the meta and link tags after the policy's tag, which only the server
 * writes (server/metadata/server-head.ts). After a mismatch or an error React renders the document without them.
 */
function createErrorHandler(): (error: unknown) => void {
  const serverTags = [...document.querySelectorAll('[http-equiv=Content-Security-Policy] ~ :is(meta, link)')]
  return error => {
    document.head.append(...serverTags)
    reportError(error)
  }
}
