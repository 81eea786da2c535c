import type { ComponentType } from 'react'
import { Outlet, type RouteObject } from 'react-router'
import { Document, type Surroundings } from './document.tsx'
import { About } from './pages/about.tsx'
import { Contact } from './pages/contact.tsx'
import { Failed } from './pages/failed.tsx'
import { Home } from './pages/home.tsx'
import { NotFound } from './pages/not-found.tsx'
import { Privacy } from './pages/privacy.tsx'
import { failed, type PageId, pageIds, pages } from './pages.ts'

/** The component of every row of the table. A forgotten one does not compile. */
export const components: Record<PageId, ComponentType> = {
  home: Home,
  about: About,
  contact: Contact,
  privacy: Privacy,
}

/** The routes of the site, for the server's renderer and the browser's router alike. */
export function createRoutes(
  surroundings: Surroundings,
  pageComponents: Record<PageId, ComponentType> = components,
) {
  // caseSensitive: a static host sends 404.html for /ABOUT, which must not hydrate as About.
  const children: RouteObject[] = pageIds.map(id => ({
    path: pages[id].path,
    caseSensitive: true,
    Component: pageComponents[id],
  }))
  children.push({ path: '*', Component: NotFound })
  return [
    {
      element: (
        <Document {...surroundings}>
          <Outlet />
        </Document>
      ),
      errorElement: errorDocument(surroundings),
      children,
    },
  ] satisfies RouteObject[]
}

/** The page that says that something went wrong: a 500 of the server, or an error while the browser renders. */
export const errorDocument = (surroundings: Surroundings) => (
  <Document {...surroundings} error={failed}>
    <Failed />
  </Document>
)
