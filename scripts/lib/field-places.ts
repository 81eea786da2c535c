import type { ReadRoutes } from '../../joints.ts'
import { firstOf } from '../../server/lib/first-of.ts'

/** Where a field of a route is written. */
export const fieldInTable = (id: string, field: string) => `routes.${id}.${field}`

/** Finds where a field of any route is written. */
export const fieldIn =
  (readRoutes: readonly Pick<ReadRoutes, 'fieldAt'>[]) =>
  (id: string, field: string): string =>
    firstOf(readRoutes, ({ fieldAt }) => fieldAt(id, field)) ?? fieldInTable(id, field)
