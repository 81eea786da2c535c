import { type ComponentType, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { PageId } from '../shared/pages.ts'
import { createRoutes } from '../shared/routes.tsx'
import { useLinks } from './links.ts'
import { useScroll } from './scroll.ts'

/** Hydrates the document. A test passes components of its own. */
export function hydrate(components?: Record<PageId, ComponentType>) {
  const origin = document.documentElement.dataset.origin ?? location.origin
  const router = createBrowserRouter(createRoutes({ origin, body: <InBrowser /> }, components))
  // In a transition React hydrates in slices of a few milliseconds, and the browser handles a tap between two of them.
  startTransition(() => {
    // reportError, so that whoever listens to the window's errors hears of those that the error page replaces, too.
    hydrateRoot(document, <RouterProvider router={router} />, { onCaughtError: reportError })
  })
}

/** What only the browser adds to a page. */
function InBrowser() {
  useScroll()
  useLinks()
  useEffect(() => {
    // Ends the browser's prefetching (server/site-files.ts): from now on a click fetches no document.
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}
