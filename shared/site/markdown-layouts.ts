import type { Layouts } from '../../features/markdown/site.ts'

/** The components around the texts of shared/site/content/, by their folder's name. */
export const layouts: Layouts = {}
