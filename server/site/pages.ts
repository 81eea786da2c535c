import type { ServerPages } from '../pages/server-page.ts'

/** The component of every row of the table with `server: true`. The compiler requires each. */
export const serverPages: ServerPages = {}
