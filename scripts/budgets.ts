/** What a page may cost its visitor. Bytes are compressed with brotli; a build over any of these fails. */
export const budgets = {
  /** The whole HTML response, with the style in it: it fits into the first flight of a connection. */
  html: 10_000,
  /** The style's share of the HTML, compressed by itself. */
  css: 7_000,
  /** The script, which is asked for when the browser is idle. */
  script: 90_000,
  fonts: 24_000,
  /** The page, its icon, script, font and speculation rules. */
  requests: 5,
} as const

export type Figure = keyof typeof budgets

/** The message has one line for each figure that is over its budget. */
export class OverBudget extends Error {}
