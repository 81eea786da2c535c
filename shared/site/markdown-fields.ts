import type { SiteFields } from '../../features/markdown/site.ts'

/** The fields that a text in shared/site/content/ may have beside the usual ones. */
export const fields = {} satisfies SiteFields
