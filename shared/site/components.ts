import type { Components } from '../site.ts'
import type { routes } from './routes.ts'

/** Every page's component, each a chunk of its own. The compiler asks for missing ones. */
export const components = {
  home: () => import('./pages/home.tsx'),
  about: () => import('./pages/about.tsx'),
  contact: () => import('./pages/contact.tsx'),
  privacy: () => import('./pages/privacy.tsx'),
} satisfies Components<typeof routes>
