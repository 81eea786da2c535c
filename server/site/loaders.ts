import type { Loaders } from '../pages/loader.ts'

/** The loader of every row of the page table with `loader: true`. The compiler requires each. */
export const loaders: Loaders = {}
