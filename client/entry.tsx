import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { redirectOf } from '../shared/pages.ts'
import { createRoutes } from '../shared/routes.tsx'
import { useLinks } from './links.ts'
import { useScroll } from './scroll.ts'

/** What only the browser adds to a page. */
function InBrowser() {
  useScroll()
  useLinks()
  useEffect(() => {
    // Ends the browser's prefetching (server/speculation.ts): from now on a click fetches no document.
    document.documentElement.dataset.hydrated = ''
  }, [])
  return null
}

const { pathname, search, hash } = location
const target = redirectOf(pathname)

if (target) {
  // Our server redirects these paths. A static host that cannot has sent 404.html.
  location.replace(target + search + hash)
} else {
  const origin = document.documentElement.dataset.origin ?? location.origin
  const router = createBrowserRouter(createRoutes({ origin, body: <InBrowser /> }))
  // In a transition React hydrates in slices of a few milliseconds, and the browser handles a tap between two of them.
  startTransition(() => {
    hydrateRoot(document, <RouterProvider router={router} />)
  })
}
