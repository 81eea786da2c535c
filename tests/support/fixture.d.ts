// What a test puts in place for the pages and endpoints of tests/fixture/, in its own process. Each file of tests begins
// without any.

/** The sources of the pages with data, by name: jobs, job, stock, courses. */
declare var sources: Record<string, (url: URL, signal: AbortSignal) => unknown> | undefined

/** The parts of the addresses of /stellen/:slug, for its loader's paths(). */
declare var slugs: (() => Promise<string[]>) | undefined

/** What a part of the page /stimmen suspends for. */
declare var suspendedPart: (() => Promise<unknown>) | undefined

/** Adds endpoints to the fixture's own. */
declare var testEndpoints:
  | ((app: import('express').Express, sendPage: import('../../server/pages/data-pages.ts').SendPage) => void)
  | undefined
