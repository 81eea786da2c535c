import type { Loaders } from '../../features/data/site.ts'

/** The loaders, by the ids of the routes with `loader: true`. The compiler reports a missing one. */
export const loaders: Loaders = {}
