import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { components, createRoutes } from '../../shared/routes.tsx'
import { Ids } from './ids.tsx'

// client/entry.tsx with the page of ids at /about.
const { origin = '' } = document.documentElement.dataset
const router = createBrowserRouter(createRoutes({ origin }, { ...components, about: Ids }))
hydrateRoot(document, <RouterProvider router={router} />)
