// This feature adds one field to a route. The type of shared/site/budgets.ts is here, too.

declare module '../../shared/site.ts' {
  interface Route {
    /** This page's own budgets. They override shared/site/budgets.ts. */
    readonly budget?: Readonly<Budgets>
  }
}

/** The most bytes that a first visit to a page may load, with brotli. A prerender fails if a page exceeds one of these. */
export interface Budgets {
  /** The whole HTML response, with the style in it. */
  html?: number
  /** All script of a first visit: the engine's 96,000 bytes or so, and the site's. */
  script?: number
}
