import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { components, createRoutes } from '../../shared/routes.tsx'
import { Ids } from './ids.tsx'

const Throws = () => {
  throw new Error('on purpose')
}

// client/entry.tsx with the page of ids at /about, and one at /contact that fails.
const { origin = '' } = document.documentElement.dataset
const router = createBrowserRouter(createRoutes({ origin }, { ...components, about: Ids, contact: Throws }))
hydrateRoot(document, <RouterProvider router={router} />)
