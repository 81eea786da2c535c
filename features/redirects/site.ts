// This feature adds one field to a route.

declare module '../../shared/site.ts' {
  interface Route {
    /** The page's old paths, in lower case, such as /contact.php. Each redirects to `path`, which then can't have params. */
    readonly redirectFrom?: readonly string[]
  }
}

export {}
