import type { Components } from '../site.ts'
import type { routes } from './routes.ts'

/** Every page's component, each in its own chunk. The compiler reports a missing one. */
export const components = {
  home: () => import('./pages/home.tsx'),
  about: () => import('./pages/about.tsx'),
  contact: () => import('./pages/contact.tsx'),
  privacy: () => import('./pages/privacy.tsx'),
} satisfies Components<typeof routes>
