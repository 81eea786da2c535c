import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { redirectOf } from '../shared/pages.ts'
import { createRoutes } from '../shared/routes.tsx'
import { Scroll } from './scroll.tsx'

/** What only the browser adds to a page. The mark ends the browser's own prefetching, which a click now needs no more. */
function Live() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return <Scroll />
}

const { pathname, search, hash } = location
const target = redirectOf(pathname)

if (target) {
  // Our server redirects these. A static host that cannot has answered with 404.html.
  location.replace(target + search + hash)
} else {
  const origin = document.documentElement.dataset.origin ?? location.origin
  const router = createBrowserRouter(createRoutes({ origin, body: <Live /> }))
  // In a transition React hydrates in slices of a few milliseconds, between which a tap is answered.
  startTransition(() => {
    hydrateRoot(document, <RouterProvider router={router} />)
  })
}
