import { company } from '../../shared/company.ts'

/** Whether the site still has the name that it came with, and so its words. */
export const isPlaceholder = company.name === ('Acme Software' as string)
