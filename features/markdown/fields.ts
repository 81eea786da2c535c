// The fields that this feature adds to the core's types.

declare module '../../shared/site.ts' {
  interface Route {
    /** The place of a page of shared/site/content/ in its collection, where that has no dates. */
    readonly order?: number
  }
}

export {}
