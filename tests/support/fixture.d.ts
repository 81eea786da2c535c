// How a test changes what the pages and endpoints of tests/fixture/ show and do, in its own process: vi.stubGlobal('suspendedPart',
// async () => {}). A program that a test starts gets them by runBefore(). restore.ts empties them before each file.

/** What a part of the page /stimmen suspends for. */
declare var suspendedPart: (() => Promise<unknown>) | undefined

/** Adds endpoints to the fixture's own. */
declare var testEndpoints: import('../../server/site.ts').Endpoints | undefined

/** The fixture's middleware: what is in it when an application is put together. */
declare var testMiddleware: import('express').RequestHandler[] | undefined

/** Whether the page /defekt fails. A file of tests sets it for all of them. */
declare var isBroken: boolean | undefined
