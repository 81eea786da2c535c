import type { ReactNode } from 'react'
import { createBrowserRouter, type DataRouter, type ShouldRevalidateFunction } from 'react-router'
import type { ShownPage } from '../shared/page.tsx'
import { isInRouter } from './is-in-router.ts'
import { forgetReload, reloadOnce, untilDocument } from './reload.ts'

interface RouterOptions {
  /** Shows the loaded page. */
  element: ReactNode
  /** Shown if `element` throws. */
  errorElement: ReactNode
  firstPage: ShownPage
  failedPage: ShownPage
}

/**
 * The browser's router: one route, whose data is the page. With a route for each page, react-router would choose the page by
 * the address, and a document isn't always the page of its address: docs/decisions.md.
 */
export function createRouter({ element, errorElement, firstPage, failedPage }: RouterOptions): DataRouter {
  /** Loads a page. If its script or data can't be loaded, the browser requests its document. */
  async function loader({ request: { url, signal } }: { request: Request }): Promise<ShownPage> {
    const leaving = watchLeaving()
    try {
      const { loadPage } = await import('./all-pages.ts')
      const page = await loadPage(new URL(url), signal)
      forgetReload()
      return page
    } catch (error) {
      const wasSuperseded = signal.aborted // By another click, or by Back.
      if (wasSuperseded) throw error
      // When the visitor leaves for another document, Firefox and Safari cancel every load.
      if (leaving.hasBegun()) return untilDocument()
      const { location: next } = router.state.navigation
      const isRevalidation = next === undefined
      if (isRevalidation) return router.state.loaderData[ROUTE_ID] // The current page stays.
      return requestDocument(new URL(router.createHref(next), location.href))
    } finally {
      leaving.stop()
    }
  }

  /** Requests the document of a page that can't be loaded. */
  async function requestDocument({ href, pathname }: URL): Promise<ShownPage> {
    // After Back or Forward, the address bar is ahead of the page. After a click it isn't, unless the link leads to the same page.
    const isInAddressBar = href === location.href
    if (!isInAddressBar) {
      location.assign(href)
      return untilDocument()
    }
    if (isInRouter(pathname)) return reloadOnce() ? untilDocument() : failedPage
    if (pathname === firstPage.head.path) return firstPage // A page with `hydratedBy`, in its own document.
    location.reload() // Such as on Back to a missing address, whose 404 page was the document.
    return untilDocument()
  }

  const router = createBrowserRouter(
    [{ id: ROUTE_ID, path: '*', element, errorElement, loader, shouldRevalidate }],
    { hydrationData: { loaderData: { [ROUTE_ID]: firstPage } } },
  )
  return router
}

const ROUTE_ID = 'page'

/**
 * Keeps the router from reloading the page when Back leads from an address with a fragment to the same address without it. Going
 * to the fragment loaded nothing either.
 */
const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !differOnlyInFragment(currentUrl, nextUrl)

const differOnlyInFragment = (from: URL, to: URL) =>
  from.pathname === to.pathname && from.search === to.search && from.hash !== to.hash

/** Watches whether the visitor begins to leave for another document, until `stop` is called. */
function watchLeaving() {
  let hasBegun = false
  const onLeave = () => {
    hasBegun = true
  }
  addEventListener('beforeunload', onLeave)
  return { hasBegun: () => hasBegun, stop: () => removeEventListener('beforeunload', onLeave) }
}
