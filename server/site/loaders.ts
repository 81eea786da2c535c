import type { Loaders } from '../owner.ts'

/** The loader of every row of the page table with `loader: true`. The compiler requires each. */
export const loaders: Loaders = {}
