import { menus } from 'virtual:site'
import { type ComponentType, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { failed } from '../shared/company.ts'
import { Document, type PageHead } from '../shared/document.tsx'
import { Failed } from '../shared/layout/failed.tsx'
import { followLinks } from './links.ts'
import { useScroll } from './scroll.ts'

/** A page of the browser, ready to be rendered. */
export interface LoadedPage {
  head: PageHead
  Component: ComponentType
}

/** Hydrates the document with the page that it shows. Other pages are fetched by `load` and become routes when they are visited. */
export function hydrate(first: LoadedPage, load: (path: string) => Promise<LoadedPage>) {
  const layout = {
    origin: document.documentElement.dataset.origin ?? location.origin,
    menus,
    body: <InBrowser start={start} />,
  }
  const routeOf = (path: string, { head, Component }: LoadedPage): RouteObject => ({
    path,
    caseSensitive: true,
    element: (
      <Document {...layout} page={head}>
        <Component />
      </Document>
    ),
    errorElement: (
      <Document {...layout} page={failed}>
        <Failed />
      </Document>
    ),
  })

  const router = createBrowserRouter([routeOf(first.head.path ?? '*', first)], {
    hydrationData: {}, // The first page waits for nothing.
    async patchRoutesOnNavigation({ path, patch }) {
      try {
        patch(null, [routeOf(path, await load(path))])
      } catch {
        location.reload() // On Back and Forward the address is the next page's already.
        await new Promise(() => {})
      }
    },
  })

  function start() {
    // Ends the browser's prefetching (server/site-files.ts): from now on a click fetches no document.
    document.documentElement.dataset.hydrated = ''
    return followLinks(router, load)
  }

  const kept = [
    ...document.querySelectorAll('[rel~=icon], [rel=apple-touch-icon], [rel=manifest], [name=theme-color]'),
  ]
  /** A page that differs from what the server sent is rendered anew, without what the server alone put into its head. */
  const onRecoverableError = (error: unknown) => {
    document.head.append(...kept.filter(({ isConnected }) => !isConnected))
    reportError(error)
  }
  // In a transition React hydrates in slices of a few milliseconds, and the browser handles a tap between two of them.
  startTransition(() => {
    // reportError, so that whoever listens to the window's errors hears of those that the error page replaces, too.
    hydrateRoot(document, <RouterProvider router={router} />, {
      onRecoverableError,
      onCaughtError: reportError,
    })
  })
}

/** What only the browser adds to a page. `start` is called when the page is hydrated. */
function InBrowser({ start }: { start: () => () => void }) {
  useScroll()
  useEffect(start, [start])
  return null
}
