import type { RequestHandler } from 'express'

/**
 * Express middleware that sees every request before pages, files and endpoints, but for the probes: a password for a staging
 * site, a redirect by language, a header. What it sets for a header wins on every response, on errors and a 304, too.
 */
export const middleware: readonly RequestHandler[] = []
