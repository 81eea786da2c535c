import { menus, year } from 'virtual:page-table'
import { startTransition, useEffect, useMemo, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type Location, useLoaderData, useLocation, useNavigation } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { Layout } from '../shared/document.tsx'
import { Failed } from '../shared/layout/failed.tsx'
import type { Owner } from '../shared/owner.ts'
import { PageTree, type ShownPage } from '../shared/page.tsx'
import { titleOf } from '../shared/titles.ts'
import { PendingContext } from '../shared/ui/use-pending.ts'
import { followLinks, type Preload } from './links.ts'
import { useScroll } from './scroll.ts'

/** A page, and the address for which the server rendered it. */
export interface FirstPage {
  page: ShownPage
  path: string
  /** Absent where the page is the same for every query. */
  query: string | undefined
}

interface Parts {
  owner: Owner
  isRightToLeft: Layout['isRightToLeft']
  first: FirstPage
  /** Loads the script and the data of another page. */
  load: (url: URL, signal: AbortSignal) => Promise<ShownPage>
  preload: Preload
  /** Runs once, when the page is hydrated. */
  onHydrated: () => void
}

/** Hydrates the document with its current page. */
export function hydrate({ owner, isRightToLeft, first, load, preload, onHydrated }: Parts) {
  const { failed } = owner.labels
  const failedPage: ShownPage = {
    pattern: '*',
    head: { title: titleOf(owner.company, failed.label), description: failed.description },
    component: Failed,
  }
  const layout: Layout = {
    owner,
    origin: document.documentElement.dataset.origin ?? location.origin,
    menus,
    year,
    isRightToLeft,
    body: <ClientOnly />,
  }
  const firstLocation = { pathname: first.path, search: first.query ?? '', hash: '' }

  const router = createBrowserRouter(
    [
      {
        id: ROUTE_ID,
        path: '*',
        element: <App />,
        errorElement: <PageTree layout={layout} page={failedPage} location={firstLocation} />,
        shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
          defaultShouldRevalidate && !isOtherFragment(currentUrl, nextUrl),
        async loader({ request }) {
          let isLeaving = false
          const onLeave = () => {
            isLeaving = true
          }
          addEventListener('beforeunload', onLeave)
          try {
            const page = await load(new URL(request.url), request.signal)
            if (history.state?.isReloaded) history.replaceState({ ...history.state, isReloaded: false }, '')
            return page
          } catch (error) {
            if (request.signal.aborted) throw error // The visitor has clicked on another link.
            // On one to a document: Firefox and Safari then cancel what is being loaded.
            if (isLeaving) return untilDocument()
            return pageWithout()
          } finally {
            removeEventListener('beforeunload', onLeave)
          }
        },
      },
    ],
    { hydrationData: { loaderData: { [ROUTE_ID]: first.page } } },
  )

  /** While it is hydrated, the page is shown for the address of its HTML, and then for that in the address bar. */
  function App() {
    const page: ShownPage = useLoaderData()
    const current = useLocation()
    const [isHydrated, setIsHydrated] = useState(isAsRendered(current))
    // In a transition: otherwise what is suspended, such as a lazy component, would give way to its fallback.
    useEffect(() => startTransition(() => setIsHydrated(true)), [])
    // While that is suspended, the next page may come before it.
    const isFirst = page === first.page && !isHydrated
    const shown = isFirst ? firstLocation : current
    // Kept, so that the beginning of a navigation renders only what shows that it is pending.
    const tree = useMemo(() => <PageTree layout={layout} page={page} location={shown} />, [page, shown])
    return <PendingContext value={useIsPending()}>{tree}</PendingContext>
  }

  /** Whether the page sees the location that the server has rendered: no other query, no hash, no key and state of a reload. */
  const isAsRendered = ({ pathname, search, hash, key }: Location) =>
    pathname === first.path && search === firstLocation.search && hash === '' && key === 'default'

  /** What only the browser adds to a page. Renders nothing. After an error of the layout it is mounted anew. */
  function ClientOnly() {
    useScroll()
    useEffect(() => {
      // From now on a click fetches no document, so the browser stops prefetching them: server/pages/speculation-rules.ts.
      document.documentElement.dataset.hydrated = ''
      if (!isBegun) begin()
      return followLinks(router, preload)
    }, [])
    return null
  }

  let isBegun = false
  /** Runs once, when the page is hydrated. */
  function begin() {
    isBegun = true
    onHydrated()
    // A static host has one file for every query.
    if (first.query !== undefined && first.query !== location.search) router.revalidate()
  }

  /** What is shown where the script or the data of a page cannot be loaded: the browser asks for its document. */
  async function pageWithout(): Promise<ShownPage> {
    const { location: next } = router.state.navigation
    if (!next) return first.page // That of the HTML stays: nobody has asked for another.
    const url = new URL(router.createHref(next), location.href)
    // On Back and Forward the address is that of the next page already.
    if (url.href !== location.href) location.assign(url)
    else if (history.state?.isReloaded)
      return failedPage // Once for an address: two builds must not send it to and fro.
    else {
      history.replaceState({ ...history.state, isReloaded: true }, '')
      location.reload()
    }
    return untilDocument()
  }

  const serverTags = [...document.querySelectorAll('[rel~=icon], [rel=apple-touch-icon], [name=theme-color]')]
  /** After a mismatch or an error React renders the document anew, without the tags that only the server adds to the head. */
  const onError = (error: unknown) => {
    document.head.append(...serverTags)
    reportError(error)
  }
  // In a transition React hydrates in slices of a few milliseconds, between which the browser handles input.
  startTransition(() => {
    // Errors that the error page replaces are reported to window.onerror, too.
    const options = { onRecoverableError: onError, onCaughtError: onError }
    hydrateRoot(document, <RouterProvider router={router} />, options)
  })
}

/** Whether the visitor waits for another page: no longer for one that became a document, once they have come back from that. */
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

/** Whether two addresses differ in their fragments alone. By itself the router loads the page anew on Back from one to none. */
const isOtherFragment = (from: URL, to: URL) =>
  from.pathname === to.pathname && from.search === to.search && from.hash !== to.hash

/** Never ends: the current page stays until the document comes. */
const untilDocument = () => new Promise<never>(() => {})

/** The id of the one route. */
const ROUTE_ID = 'page'
