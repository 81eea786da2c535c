// Globals with which a test changes the pages and endpoints of tests/fixture/ in its own process:
// vi.stubGlobal('suspendedPart', async () => {}). A program that a test starts gets them through runBefore(). restore.ts
// clears them before each file.

/** The promise for which a part of the page /stimmen suspends. */
declare var suspendedPart: (() => Promise<unknown>) | undefined

/** Adds endpoints to the fixture's own. */
declare var testEndpoints: import('../../server/site.ts').Endpoints | undefined

/** The fixture's middleware, read when an application is composed. */
declare var testMiddleware: import('express').RequestHandler[] | undefined

/** Whether the page /defekt fails. A test file sets it for all of its tests. */
declare var isBroken: boolean | undefined
