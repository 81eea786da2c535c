import type { RequestHandler } from 'express'

/**
 * Express middleware that sees every request, except probes, before pages, files and endpoints: a password for a staging site, a
 * redirect by language, a header. A header that it sets overrides the engine's on every response, even on errors and a 304.
 */
export const middleware: readonly RequestHandler[] = []
