import type { FileRoutes } from '../../extension-points.ts'
import { firstOf } from '../../server/lib/first-of.ts'

/** Names a route's field in routes.ts. */
export const fieldInTable = (id: string, field: string) => `routes.${id}.${field}`

/** Returns a function that names the place where a field of any route is written. */
export const fieldIn =
  (fileRoutes: readonly Pick<FileRoutes, 'fieldAt'>[]) =>
  (id: string, field: string): string =>
    firstOf(fileRoutes, ({ fieldAt }) => fieldAt(id, field)) ?? fieldInTable(id, field)
