import type { SiteFields } from '../../features/markdown/site.ts'

/** Your own fields for texts in shared/site/content/, besides the usual ones. */
export const fields = {} satisfies SiteFields
