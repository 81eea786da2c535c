// The field that this feature adds to the head of a page.

declare module '../../shared/site.ts' {
  interface HeadFields {
    /** Linked data (https://schema.org), without its @context: one thing, or a list. */
    readonly jsonLd?: object
  }
}

export {}
