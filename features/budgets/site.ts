// The field that this feature adds to a route, and the type of shared/site/budgets.ts.

declare module '../../shared/site.ts' {
  interface Route {
    /** What the page may cost. It replaces what shared/site/budgets.ts says. */
    readonly budget?: Readonly<Budgets>
  }
}

/** What a page costs at most, in bytes with brotli. A prerender fails beyond a number that is set. */
export interface Budgets {
  /** The whole HTML response, with the style in it. */
  html?: number
  /** All script of a first visit: the engine's, some 96,000, and the site's. */
  script?: number
}
