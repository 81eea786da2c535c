import { join } from 'node:path'

/** The project, and what `npm run build` and `npm run prerender` made in it. */
export const root = join(import.meta.dirname, '../..')
export const build = join(root, 'build')
export const dist = join(root, 'dist')
