import { site } from '../../shared/site.ts'

/** Whether the site still has the name that it came with, and so its words. */
export const isPlaceholder = site.name === ('Acme Software' as string)
