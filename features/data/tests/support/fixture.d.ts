// Globals with which a test changes what the pages of this feature's fixture show: tests/support/fixture.d.ts.

/** The sources of the pages with data, by name: jobs, job, stock, courses. */
declare var sources: Record<string, (url: URL, signal: AbortSignal) => unknown> | undefined

/** The slugs of /stellen/:slug, for its loader's paths(). */
declare var slugs: (() => Promise<string[]>) | undefined
