import type { ReactNode } from 'react'
import { createBrowserRouter, type DataRouter, type ShouldRevalidateFunction } from 'react-router'
import type { ShownPage } from '../shared/page.tsx'
import { loadPage } from './next-page.ts'
import { forgetReload, reloadOnce, untilDocument } from './reload.ts'

interface Parts {
  /** Shows the page that was loaded. */
  element: ReactNode
  /** Shown where that fails. */
  errorElement: ReactNode
  firstPage: ShownPage
  failedPage: ShownPage
  /** The id of the build that the document is of. */
  buildId: string
}

/**
 * The router of the browser: one route, whose data is the page. With a route for each page of the table, a document would be
 * taken for the page that its address fits, which it need not be: docs/decisions.md.
 */
export function createRouter({ element, errorElement, firstPage, failedPage, buildId }: Parts): DataRouter {
  /** Where the script or the data of a page cannot be loaded, the browser asks for its document. */
  async function loader({ request: { url, signal } }: { request: Request }): Promise<ShownPage> {
    const leaving = noteLeaving()
    try {
      const page = await loadPage(new URL(url), buildId, signal)
      forgetReload()
      return page
    } catch (error) {
      const wasSuperseded = signal.aborted // By a click on another link.
      if (wasSuperseded) throw error
      // For another document: Firefox and Safari then cancel what is being loaded.
      if (leaving.isNoted()) return untilDocument()
      const { location: next } = router.state.navigation
      const isRevalidation = next === undefined
      if (isRevalidation) return router.state.loaderData[ROUTE_ID] // The page stays as it is shown.
      return askForDocument(new URL(router.createHref(next), location.href))
    } finally {
      leaving.stop()
    }
  }

  async function askForDocument({ href }: URL): Promise<ShownPage> {
    const isBackOrForward = href === location.href
    if (!isBackOrForward) {
      location.assign(href)
      return untilDocument()
    }
    return reloadOnce() ? untilDocument() : failedPage
  }

  const router = createBrowserRouter(
    [{ id: ROUTE_ID, path: '*', element, errorElement, loader, shouldRevalidate }],
    { hydrationData: { loaderData: { [ROUTE_ID]: firstPage } } },
  )
  return router
}

/** The id of the one route. */
const ROUTE_ID = 'page'

/** Without this, the router loads the page anew when Back leads from an address with a fragment to the one without. */
const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !isOtherFragment(currentUrl, nextUrl)

/** Whether two addresses differ in their fragments alone. */
const isOtherFragment = (from: URL, to: URL) =>
  from.pathname === to.pathname && from.search === to.search && from.hash !== to.hash

/** Notes whether the visitor begins to leave for another document. */
function noteLeaving() {
  let isLeaving = false
  const onLeave = () => {
    isLeaving = true
  }
  addEventListener('beforeunload', onLeave)
  return { isNoted: () => isLeaving, stop: () => removeEventListener('beforeunload', onLeave) }
}
