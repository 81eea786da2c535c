import type { Budgets } from '../../features/budgets/site.ts'

/**
 * The most that a first visit to a page may cost, in bytes with brotli. The prerender fails above a limit set here. Without one,
 * it warns above 40,000 bytes of HTML or 200,000 of script.
 */
export const budgets: Budgets = {
  html: 14_000, // The home page promises this, because it's what a connection sends first. Delete it if your pages are longer.
}
