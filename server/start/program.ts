import express, { type RequestHandler } from 'express'
import { company } from '../../shared/site/company.ts'
import { components } from '../../shared/site/components.ts'
import { slots } from '../../shared/site/layout.tsx'
import { Logo } from '../../shared/site/logo.tsx'
import NotFound from '../../shared/site/pages/not-found.tsx'
import { type IsEndpoint, createIsEndpoint as isEndpointOf } from '../http/endpoint-methods.ts'
import type { Config } from '../lib/config.ts'
import { placeInSite } from '../lib/errors.ts'
import type { Manifest } from '../lib/manifest.ts'
import { endpoints } from '../site/endpoints.ts'
import { features } from '../site/features.ts'
import { middleware } from '../site/middleware.ts'
import { allowed } from '../site/policy.ts'
import type { EndpointHelpers } from '../site.ts'
import * as compose from './compose.ts'
import { start as startProcess } from './start.ts'

// The program that becomes build/program.js: the one place of the server where the site's two folders and the engine meet.
// Scripts and tests render the modules, and write its metadata by it, too: scripts/lib/load-program.ts.

const modules: compose.SiteModules = {
  site: { company, Logo, slots },
  components,
  NotFound,
  features,
  middleware,
  endpoints,
  allowed,
}

export const start = (buildId: string) => startProcess(modules, buildId)
export const composeApp = (options: compose.AppOptions) => compose.composeApp(modules, options)
export const composePrerender = (options: compose.PagesOptions) => compose.composePrerender(modules, options)
export const securityOf = (manifest: Manifest, hsts: Config['hsts']) =>
  compose.securityOf(modules, manifest, hsts)
/**
 * Registers the site's endpoints and middleware with an application that serves nobody. Returns what is wrong with them: a path,
 * or code that throws at the start of the server.
 */
export function endpointProblem(): string | undefined {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50 // Express throws for a path ten frames deep.
  try {
    express.Router().use(...middleware, noMiddleware)
    modules.endpoints(express(), noHelpers)
    return undefined
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return `${placeInSite(error) ?? 'server/site/endpoints.ts'}: ${message}`
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Finds whether an endpoint answers a link. */
export function createIsEndpoint(): IsEndpoint {
  const app = express()
  modules.endpoints(app, noHelpers)
  return isEndpointOf(app)
}

/** A function for every name. */
const noHelpers = new Proxy({}, { get: () => () => {} }) as EndpointHelpers

/** Express refuses to add none. */
const noMiddleware: RequestHandler = (_req, _res, next) => next()

export { createHttpServer, shutDown } from '../http/listen.ts'
export { placeInSite } from '../lib/errors.ts'
