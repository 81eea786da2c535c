/**
 * What a first visit to a page may cost. Bytes are compressed with brotli. A build over any of these fails, so change
 * a figure here where a page is worth more.
 */
export const budgets = {
  /** The whole HTML response, with the style in it: it fits into the ten packets that a connection begins with. A page in Markdown may be longer. */
  html: 14_000,
  /** The style's share of the HTML, compressed by itself. */
  css: 5_000,
  /** The script of every page, which is asked for when the browser is idle: React, react-router, the layout. */
  common: 86_000,
  /** The page's own script, with its words and the packages that it imports. */
  script: 20_000,
  fonts: 24_000,
  /** Every picture of the page, as a phone loads them that is scrolled to the end. */
  pictures: 300_000,
  /** All but the pictures: the page, its icon, script, font and speculation rules. What some pages share is a script of its own. */
  requests: 12,
} as const

export type Figure = keyof typeof budgets
