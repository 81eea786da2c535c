// This feature adds one field to the head of a page.

declare module '../../shared/site.ts' {
  interface HeadFields {
    /** Structured data (https://schema.org), without its @context: one object, or a list of objects. */
    readonly jsonLd?: object
  }
}

export {}
