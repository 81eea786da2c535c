// What a test puts in place for the pages and endpoints of tests/fixture/, in its own process. Each file of tests begins
// without any.

/** The sources of the pages with data, by name: jobs, stock, courses. */
declare var sources: Record<string, (url: URL, signal: AbortSignal) => unknown> | undefined

/** Adds endpoints to the fixture's own. */
declare var testEndpoints:
  | ((app: import('express').Express, sendPage: import('../../server/pages/data-pages.ts').SendPage) => void)
  | undefined
