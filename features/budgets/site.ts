// The field that this feature adds to a route, and the type of shared/site/budgets.ts.

declare module '../../shared/site.ts' {
  interface Route {
    /** What the page may cost. It replaces what shared/site/budgets.ts says. */
    readonly budget?: Readonly<Partial<Omit<Budgets, 'common'>>>
  }
}

/** What a page costs at most, in bytes with brotli. */
export interface Budgets {
  /** The whole HTML response, with the style in it. */
  html: number
  /** The script that every page loads: React, react-router and the layout. */
  common: number
  /** The page's own script, with its words and the packages that it imports. */
  script: number
}
