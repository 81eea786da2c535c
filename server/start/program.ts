import type { RequestListener, ServerOptions } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { inspect } from 'node:util'
import express, { type Express, type RequestHandler } from 'express'
import { company } from '../../shared/site/company.ts'
import { components } from '../../shared/site/components.ts'
import { slots } from '../../shared/site/layout.tsx'
import { Logo } from '../../shared/site/logo.tsx'
import NotFound from '../../shared/site/pages/not-found.tsx'
import { createHttpServer as createServerWith } from '../http/http-server.ts'
import type { Config } from '../lib/config.ts'
import { placeInSite, UserError } from '../lib/errors.ts'
import type { Manifest } from '../lib/manifest.ts'
import { createSecurity } from '../respond/security-headers.ts'
import { endpoints } from '../site/endpoints.ts'
import { features } from '../site/features.ts'
import { middleware } from '../site/middleware.ts'
import { allowed } from '../site/policy.ts'
import type { EndpointHelpers } from '../site.ts'
import * as compose from './compose.ts'
import { startProcess } from './process.ts'

// This becomes build/program.js. It's the only place of the server where the site's two folders and the engine meet. Scripts and
// tests load it, too, to render pages and to write metadata: scripts/lib/load-program.ts.

const modules: compose.SiteModules = {
  site: { company, Logo, slots },
  components,
  NotFound,
  features,
  middleware,
  endpoints,
  allowed,
}

export const startServer = (buildId: string) => startProcess(modules, buildId)
export const composeApp = (options: compose.AppOptions) => compose.composeApp(modules, options)
export const composePages = (options: compose.PagesOptions) => compose.composePages(modules, options)
export const securityOf = (manifest: Manifest, hsts: Config['hsts']) =>
  createSecurity(manifest, hsts, allowed)
export const createHttpServer = (listener: RequestListener, options?: ServerOptions) =>
  createServerWith(listener, features, options)

/**
 * Registers the site's endpoints and middleware with an application that serves nobody, and resolves to the endpoints. Rejects
 * with a UserError for a wrong path, or for code that would throw when the server starts.
 */
export async function readEndpoints(): Promise<Express> {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50 // Express throws for a path ten frames deep.
  let file = 'server/site/middleware.ts'
  try {
    express.Router().use(passOn, ...middleware)
    file = 'server/site/endpoints.ts'
    const app = express()
    await modules.endpoints(app, noHelpers)
    await setImmediate() // A rejection that nobody awaits ends the build here.
    return app
  } catch (error) {
    const message = error instanceof Error ? error.message : inspect(error)
    // Express throws a TypeError for a wrong path or handler.
    const isOfSite = file.endsWith('endpoints.ts') && !(error instanceof TypeError)
    const hint = isOfSite ? '. A build calls endpoints(), too: read variables in a handler.' : ''
    throw new UserError(`${placeInSite(error) ?? file}: ${message}${hint}`)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Helpers that do nothing, for every name. */
const noHelpers = new Proxy({}, { get: () => () => {} }) as EndpointHelpers

/** The first argument of `use` must be a function: Express treats anything else as a path. */
const passOn: RequestHandler = (_req, _res, next) => next()
