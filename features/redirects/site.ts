// This feature adds one field to a route.

declare module '../../shared/site.ts' {
  interface Route {
    /** The old paths of the page, in lower case, such as /contact.php. Each redirects to `path`, which then can't have params. */
    readonly redirectFrom?: readonly string[]
  }
}

export {}
