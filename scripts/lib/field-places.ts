import type { FileRoutes } from '../../joints.ts'
import { firstOf } from '../../server/lib/first-of.ts'

/** Where a field of a route is written. */
export const fieldInTable = (id: string, field: string) => `routes.${id}.${field}`

/** Finds where a field of any route is written. */
export const fieldIn =
  (fileRoutes: readonly Pick<FileRoutes, 'fieldAt'>[]) =>
  (id: string, field: string): string =>
    firstOf(fileRoutes, ({ fieldAt }) => fieldAt(id, field)) ?? fieldInTable(id, field)
