import type { Loaders } from '../../features/data/site.ts'

/** The loader of every route of the route table with `loader: true`. The compiler requires each. */
export const loaders: Loaders = {}
