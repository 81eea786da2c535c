import type { Budgets } from '../../features/budgets/site.ts'

/**
 * What a first visit to a page may cost, in bytes with brotli: a prerender fails beyond a number that you write here, and
 * warns beyond 40,000 of HTML or 200,000 of script without one.
 */
export const budgets: Budgets = {}
