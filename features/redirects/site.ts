// The field that this feature adds to a route.

declare module '../../shared/site.ts' {
  interface Route {
    /** Paths at which the page once was, in lower case, such as /contact.php. Each redirects to `path`, which then has no params. */
    readonly redirectFrom?: readonly string[]
  }
}

export {}
