import { join } from 'node:path'

/** The project. */
export const root = join(import.meta.dirname, '../..')
