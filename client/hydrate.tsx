import { menus } from 'virtual:page-table'
import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useSyncExternalStore,
} from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  createPath,
  UNSAFE_LocationContext as LocationContext,
  type RouteObject,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Document, type PageHead } from '../shared/document.tsx'
import { Failed } from '../shared/layout/failed.tsx'
import type { Owner } from '../shared/owner.ts'
import { titleOf } from '../shared/titles.ts'
import { followLinks } from './links.ts'
import { useScroll } from './scroll.ts'

export interface LoadedPage {
  head: PageHead
  Component: ComponentType
}

interface Parts {
  owner: Owner
  /** The current page. */
  first: LoadedPage
  /** Loads the other pages, which become routes when they are visited. */
  load: (path: string) => Promise<LoadedPage>
  afterHydration: () => void
}

/** Hydrates the document with its current page. */
export function hydrate({ owner, first, load, afterHydration }: Parts) {
  const { failed } = owner.labels
  const failedHead = { title: titleOf(owner.company, failed.label), description: failed.description }
  const layout = {
    owner,
    // Decided by the server: not every browser knows the direction of a language.
    dir: document.documentElement.dir === 'rtl' ? ('rtl' as const) : undefined,
    origin: document.documentElement.dataset.origin ?? location.origin,
    menus,
    body: <ClientOnly />,
  }
  const routeOf = (path: string, { head, Component }: LoadedPage): RouteObject => ({
    path,
    caseSensitive: true,
    element: (
      <Document {...layout} page={head}>
        <WithoutQuery>
          <Component />
        </WithoutQuery>
      </Document>
    ),
    errorElement: (
      <Document {...layout} page={failedHead}>
        <Failed />
      </Document>
    ),
  })

  const router = createBrowserRouter([routeOf(first.head.path ?? '*', first)], {
    hydrationData: {}, // Renders the first page at once.
    async patchRoutesOnNavigation({ path, patch }) {
      try {
        patch(null, [routeOf(path, await load(path))])
      } catch {
        // A <Link> may lead to a server page. On Back and Forward the address is that of the next page already.
        const href = location.origin + createPath(router.state.navigation.location ?? location)
        if (href === location.href) location.reload()
        else location.assign(href)
        await new Promise(() => {}) // Never ends: the current page stays until the reload.
      }
    },
  })

  /** What only the browser adds to a page. Renders nothing. */
  function ClientOnly() {
    useScroll()
    useEffect(() => {
      // From now on a click fetches no document, so the browser stops prefetching them: server/pages/speculation-rules.ts.
      document.documentElement.dataset.hydrated = ''
      afterHydration()
      return followLinks(router, load)
    }, [])
    return null
  }

  const serverTags = [...document.querySelectorAll('[rel~=icon], [rel=apple-touch-icon], [name=theme-color]')]
  /** After a mismatch React renders the document anew, without the tags that only the server adds to the head. */
  const onRecoverableError = (error: unknown) => {
    document.head.append(...serverTags.filter(tag => !tag.isConnected))
    reportError(error)
  }
  // In a transition React hydrates in slices of a few milliseconds, between which the browser handles input.
  startTransition(() => {
    // Errors that the error page replaces are reported to window.onerror, too.
    const options = { onRecoverableError, onCaughtError: reportError }
    hydrateRoot(document, <RouterProvider router={router} />, options)
  })
}

/** The server renders a client page without its query: React hydrates it without, and then renders it with the query. */
function WithoutQuery({ children }: { children: ReactNode }) {
  const context = useContext(LocationContext)
  const isWithout = useSyncExternalStore(noStore, () => false, hasQuery)
  const location = { ...context.location, search: '', hash: '' }
  return <LocationContext value={isWithout ? { ...context, location } : context}>{children}</LocationContext>
}
const noStore = () => () => {}
const hasQuery = () => location.search + location.hash !== ''
