import type { ComponentType } from 'react'
import type { ClientPageId } from './pages.ts'

/** A file with a page's component. */
export type PageModule = () => Promise<{ default: ComponentType }>

/** The component of every page of the browser, each a chunk of its own. A forgotten one does not compile. */
export const components: Record<ClientPageId, PageModule> = {
  home: () => import('./pages/home.tsx'),
  about: () => import('./pages/about.tsx'),
  contact: () => import('./pages/contact.tsx'),
  privacy: () => import('./pages/privacy.tsx'),
}
