import type { ComponentType } from 'react'
import type { ClientPageId } from './pages.ts'

/** Loads the file with the component of a page. */
export type PageModule = () => Promise<{ default: ComponentType }>

/** The component of every client page, each a chunk of its own. The compiler asks for missing ones. */
export const components: Record<ClientPageId, PageModule> = {
  home: () => import('./pages/home.tsx'),
  about: () => import('./pages/about.tsx'),
  contact: () => import('./pages/contact.tsx'),
  privacy: () => import('./pages/privacy.tsx'),
}
