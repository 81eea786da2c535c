import { languages, year } from 'virtual:site'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type Location, useLoaderData, useLocation, useNavigate, useNavigation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { DocumentParts } from '../shared/document.tsx'
import { failedPage, PageTree, renderedLocation, type SeenLocation, type ShownPage } from '../shared/page.tsx'
import type { BrowserHooks, Site } from '../shared/site.ts'
import { PendingContext } from '../shared/ui/use-pending.ts'
import { followLinks } from './links.ts'
import { prefetchPage } from './next-page.ts'
import { usePageViews } from './page-views.ts'
import { createRouter } from './router.ts'
import { useScroll } from './scroll.ts'

/** A page, and what the server rendered it for. */
export interface FirstPage {
  page: ShownPage
  /** Undefined where the page is the same for every query. */
  query: string | undefined
  /** The id of its build. */
  buildId: string
}

interface Parts {
  site: Site
  first: FirstPage
  /** Runs once, when the page is hydrated. */
  onHydrated: () => void
  /** Runs when React has rendered the page, or a part of it, anew. */
  onRenderedAnew: () => void
  onPageView: BrowserHooks['onPageView']
}

/** Hydrates the document with its current page. */
export function hydrate({ site, first, onHydrated, onRenderedAnew, onPageView }: Parts) {
  const firstLocation = renderedLocation(first.page.head, first.query)
  const begin = once(() => {
    onHydrated()
    // A static host has one file for every query.
    if (first.query !== undefined && first.query !== location.search) router.revalidate()
  })
  const layout: DocumentParts = {
    site,
    origin: document.documentElement.dataset.origin ?? location.origin,
    languages,
    year,
    browserParts: <ClientOnly begin={begin} buildId={first.buildId} />,
  }
  const failed = failedPage(site, languages)
  const router = createRouter({
    element: (
      <App layout={layout} firstPage={first.page} firstLocation={firstLocation} onPageView={onPageView} />
    ),
    errorElement: <PageTree layout={layout} page={failed} location={firstLocation} />,
    firstPage: first.page,
    failedPage: failed,
    buildId: first.buildId,
  })
  // Development tells of an edit of what the server runs: the page stays, with other data.
  if (import.meta.hot) addEventListener('dev:program', () => router.revalidate())
  const onError = createErrorHandler()
  // In a transition React hydrates in slices of a few milliseconds, between which the browser handles input.
  startTransition(() => {
    // Errors that the error page replaces are reported to window.onerror, too.
    const onRecoverableError = (error: unknown) => {
      onError(error)
      onRenderedAnew()
    }
    const options = { onRecoverableError, onCaughtError: onError }
    hydrateRoot(document, <RouterProvider router={router} />, options)
  })
}

interface AppProps {
  layout: DocumentParts
  firstPage: ShownPage
  firstLocation: SeenLocation
  onPageView: BrowserHooks['onPageView']
}

/** The page that the router has loaded. */
function App({ layout, firstPage, firstLocation, onPageView }: AppProps) {
  usePageViews(onPageView)
  const page: ShownPage = useLoaderData()
  const shownLocation = useShownLocation(firstLocation)
  const current = useLocation()
  // The next page may come while what is suspended in the first one is not hydrated yet.
  const location = page === firstPage ? shownLocation : current
  // Memoized, so that the beginning of a navigation renders only what shows that it is pending.
  const tree = useMemo(
    () => <PageTree layout={layout} page={page} location={location} />,
    [layout, page, location],
  )
  return <PendingContext value={useIsPending()}>{tree}</PendingContext>
}

/** The location that the first page sees: that of its HTML while React hydrates it, and then that of the address bar. */
function useShownLocation(rendered: SeenLocation): SeenLocation {
  const current = useLocation()
  // At once where the two are the same, so that the page is not rendered twice.
  const [seesAddressBar, setSeesAddressBar] = useState(isAsRendered(current, rendered))
  // In a transition: otherwise what is suspended, such as a lazy component, would give way to its fallback.
  useEffect(() => startTransition(() => setSeesAddressBar(true)), [])
  return seesAddressBar ? current : rendered
}

/** Whether a page sees the location that the server has rendered: no other query, no hash, no key and state of a reload. */
const isAsRendered = ({ pathname, search, hash, key }: Location, rendered: SeenLocation) =>
  pathname === rendered.pathname && search === rendered.search && hash === '' && key === 'default'

/** Whether the visitor waits for another page. False again after Back from a full page load. */
function useIsPending(): boolean {
  const navigation = useNavigation()
  const [left, setLeft] = useState<typeof navigation>()
  useEffect(() => {
    const noteReturn = ({ persisted }: PageTransitionEvent) => persisted && setLeft(navigation)
    addEventListener('pageshow', noteReturn)
    return () => removeEventListener('pageshow', noteReturn)
  }, [navigation])
  return navigation.state !== 'idle' && navigation !== left
}

/** What only the browser adds to a page. Renders nothing. After an error of the layout it is mounted anew. */
function ClientOnly({ begin, buildId }: { begin: () => void; buildId: string }) {
  const navigate = useNavigate()
  useScroll()
  useEffect(() => {
    // From now on a click fetches no document, so the browser stops prefetching them: scripts/bundle/speculation-rules.ts.
    document.documentElement.dataset.hydrated = ''
    begin()
    return followLinks(navigate, (url, options) => prefetchPage(url, buildId, options))
  }, [begin, navigate, buildId])
  return null
}

/**
 * After a mismatch or an error React renders the document anew, without the tags that only the server adds to the head: those
 * behind the policy, in server/metadata/server-head.ts.
 */
function createErrorHandler(): (error: unknown) => void {
  const serverTags = [...document.querySelectorAll('[http-equiv=Content-Security-Policy] ~ :is(meta, link)')]
  return error => {
    document.head.append(...serverTags)
    reportError(error)
  }
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}
