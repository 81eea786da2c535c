import type { Layouts } from '../../features/markdown/site.ts'

/** The components around the texts of shared/site/content/, by the name of their folder. */
export const layouts: Layouts = {}
