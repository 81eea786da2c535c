// How a test changes what the pages and endpoints of tests/fixture/ show and do, in its own process: vi.stubGlobal('sources',
// { jobs: () => [] }). A program that a test starts gets them by runBefore(). restore.ts empties them before each file.

/** The sources of the pages with data, by name: jobs, job, stock, courses. */
declare var sources: Record<string, (url: URL, signal: AbortSignal) => unknown> | undefined

/** The parts of the addresses of /stellen/:slug, for its loader's paths(). */
declare var slugs: (() => Promise<string[]>) | undefined

/** What a part of the page /stimmen suspends for. */
declare var suspendedPart: (() => Promise<unknown>) | undefined

/** Adds endpoints to the fixture's own. */
declare var testEndpoints: import('../../server/site.ts').Endpoints | undefined

/** The fixture's middleware: what is in it when an application is put together. */
declare var testMiddleware: import('express').RequestHandler[] | undefined
