import type { Budgets } from '../../features/budgets/site.ts'

/** What a first visit to a page may cost, in bytes with brotli. A prerender over any of these fails. */
export const budgets: Budgets = {
  // It fits into the ten packets that a connection begins with. A page in Markdown may be longer.
  html: 14_000,
  // Requested when the browser is idle. The engine takes some 95,000: the rest is for layout.tsx, browser.ts and company.ts.
  common: 105_000,
  script: 20_000,
}
