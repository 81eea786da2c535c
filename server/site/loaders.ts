import type { Loaders } from '../../features/data/site.ts'

/** The loaders, by the ids of the routes with `loader: true`. The compiler tells you if one is missing. */
export const loaders: Loaders = {}
