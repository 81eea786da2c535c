/** What a first visit to a page may cost, in bytes with brotli. A prerender over any of these fails. */
export const budgets = {
  /** The whole HTML response, with the style in it: it fits into the ten packets that a connection begins with. A page in Markdown may be longer. */
  html: 14_000,
  /** The script of every page, which is asked for when the browser is idle: React, react-router, the layout. */
  common: 88_000,
  /** The page's own script, with its words and the packages that it imports. */
  script: 20_000,
  /** Every picture of the page, as a phone loads them that is scrolled to the end. */
  pictures: 300_000,
} as const

/** The budget of the common script where scripts/build/shake-react.ts has not known a file, and has warned of it. */
export const UNSHAKEN_COMMON = 97_000
