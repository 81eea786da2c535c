import type { IncomingMessage } from 'node:http'
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express'
import type { RouteTable } from '../../shared/route-table.ts'
import { ASSETS_FOLDER } from '../lib/built-files.ts'
import { ClientLeft, clientErrorStatus, describeError, SharedFailure } from '../lib/errors.ts'
import { decodedPath } from '../lib/file-names.ts'
import { compressPerRequest } from '../respond/compress.ts'
import { type Found, type PageSource, staticResponse } from '../respond/page-source.ts'
import {
  assetNotFound,
  ENDPOINT_HEADERS,
  errorResponse,
  livenessOk,
  methodNotAllowed,
  optionsResponse,
  PROBES,
  READ_METHODS,
  readinessOk,
  redirectResponse,
  shuttingDown,
} from '../respond/responses.ts'
import type { HttpHeaders, Security } from '../respond/security-headers.ts'
import type { Send } from '../respond/send.ts'
import { createEndpointMethods, type EndpointMethods } from './endpoint-methods.ts'
import { setRequestId } from './request-id.ts'
import { loggedPath, logRequests, type RequestLogParts } from './request-log.ts'
import { runMiddleware } from './site-middleware.ts'

interface AppParts extends RequestLogParts {
  table: RouteTable
  /** Whether the proxy's X-Request-Id and X-Forwarded-* are trusted. */
  trustProxy: boolean
  /** The middleware of features. It runs before the site's. */
  featureMiddleware: readonly RequestHandler[]
  middleware: readonly RequestHandler[]
  /** The site's endpoints, as a sub-application. */
  endpoints: Express
  /** Assets, icons and other files, by their decoded path in NFC. */
  files: ReadonlyMap<string, Found>
  pages: PageSource
  send: Send
  security: Security
  /** The text of the liveness probe after `ok`: the build id, and the operator's name for the release. */
  liveness: string
}

/** The Express application for both modes: one list of middleware, in the order of a request's path through it. Needs no port. */
export function createApp(parts: AppParts): Express {
  const { pages, send, security, trustProxy, middleware, endpoints } = parts
  const app = express().disable('x-powered-by')
  // One proxy is trusted, so only the last X-Forwarded-For entry counts: earlier ones can be forged.
  app.set('trust proxy', trustProxy ? 1 : false)

  const refuse = refuseMethod(send, createEndpointMethods(endpoints))
  // Express itself would respond to OPTIONS without a page's methods at the same path. A regular expression, unlike
  // '/{*path}', has no param to decode for each request.
  endpoints.options(/./, refuse)

  app.use(setRequestId(trustProxy))
  app.use(logRequests(parts))
  app.use(closeDuringShutdown(parts.isReady))
  for (const each of parts.featureMiddleware) app.use(each)
  if (middleware.length > 0) app.use(runMiddleware(middleware, req => defaultHeaders(security, req)))
  app.use(findOnce(createFind(parts)))
  app.use(sendStatic(send))
  app.use(setDefaultHeaders(security))
  app.use(compressPerRequest)
  app.use(endpoints)
  app.use(refuse)
  app.use(redirect(send))
  app.use(sendDynamic(send))
  app.use(sendNotFound(pages, send))
  app.use(handleError(parts))
  return app
}

/** Returns a function that finds a file, a probe, a page or a redirect at a path. */
function createFind({ isReady, liveness, pages, files, table }: AppParts): (path: string) => Found {
  const probes = new Map<string, Found>([
    [PROBES.alive, staticResponse(livenessOk(liveness))],
    [PROBES.ready, { kind: 'static', respond: () => (isReady() ? readinessOk : shuttingDown) }],
  ])
  return path => {
    const found = files.get(decodedPath(path) ?? '') ?? probes.get(path) ?? pages.find(path)
    if (found) return found
    const to = table.redirectOf(path)
    return to === undefined ? { kind: 'nothing' } : { kind: 'redirect', to }
  }
}

/** Sends `Connection: close` during a shutdown: clients and proxies then connect to another replica for their next request. */
const closeDuringShutdown =
  (isReady: () => boolean): RequestHandler =>
  (_req, res, next) => {
    if (!isReady()) res.set('Connection', 'close')
    next()
  }

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** Looks up the path once, for all middleware that follows. */
const findOnce =
  (find: (path: string) => Found): RequestHandler =>
  (req, res, next) => {
    res.locals.found = find(req.path)
    next()
  }

/**
 * Sends static responses. `send` adds their security headers, so this comes before the middleware that sets them for all other
 * responses.
 */
const sendStatic =
  (send: Send): RequestHandler =>
  async (req, res, next) => {
    const { found } = res.locals
    if (!isRead(req)) return next()
    if (found.kind === 'static') return send(req, res, await found.respond())
    if (req.path.startsWith(`/${ASSETS_FOLDER}/`)) return send(req, res, assetNotFound)
    next()
  }

const setDefaultHeaders =
  (security: Security): RequestHandler =>
  (req, res, next) => {
    res.set(defaultHeaders(security, req))
    next()
  }

/** The default headers of responses from the site's own code, which may override them. */
const defaultHeaders = ({ document }: Security, { id }: Request): HttpHeaders => ({
  ...document,
  ...ENDPOINT_HEADERS,
  'X-Request-Id': id,
})

/** Refuses methods other than GET and HEAD if no endpoint has handled them. `Allow` lists the methods that exist at the path. */
const refuseMethod =
  (send: Send, endpointMethods: EndpointMethods): RequestHandler =>
  async (req, res, next) => {
    if (isRead(req)) return next()
    const { kind } = res.locals.found
    const pageMethods = kind === 'static' || kind === 'dynamic' ? READ_METHODS : []
    const others = await endpointMethods(req, res)
    const methods = [...new Set([...pageMethods, ...others])]
    if (methods.length === 0) return next()
    const responseOf = req.method === 'OPTIONS' && others.length > 0 ? optionsResponse : methodNotAllowed
    return send(req, res, responseOf(methods))
  }

/** Redirects to a page from other spellings of its path, and from the paths that features add. */
const redirect =
  (send: Send): RequestHandler =>
  (req, res, next) => {
    const { found } = res.locals
    if (found.kind !== 'redirect') return next()
    const query = req.url.slice(req.path.length)
    // A redirect never leads to a different host: `to` is a path from the route table.
    return send(req, res, redirectResponse(308, found.to, query))
  }

const sendDynamic =
  (send: Send): RequestHandler =>
  async (req, res, next) => {
    const { found } = res.locals
    if (found.kind !== 'dynamic') return next()
    return send(req, res, await found.respond(req, res))
  }

const sendNotFound =
  (pages: PageSource, send: Send): RequestHandler =>
  async (req, res) =>
    send(req, res, await pages.notFound(req.path))

/**
 * Responds to an error, and logs it. A failure that several requests share is logged once, with the first. A client's error
 * appears only in its request's line. If part of the response has been sent, this cuts the connection.
 */
const handleError =
  ({ log, pages, send }: AppParts): ErrorRequestHandler =>
  async (error, req, res, _next) => {
    if (error instanceof ClientLeft) return // Nobody is waiting for a response.
    const status = clientErrorStatus(error)
    const path = loggedPath(req.path)
    if (!status && !(error instanceof SharedFailure))
      log.error({ err: describeError(error), path, id: req.id }, 'the request failed')
    if (res.headersSent) {
      if (!status) res.statusCode = 500 // For the log.
      res.destroy()
      return
    }
    for (const name of res.getHeaderNames()) {
      // `Connection: close` stays, because the request's body may be unread.
      if (name !== 'connection') res.removeHeader(name)
    }
    if (!status) return send(req, res, await pages.failed())
    return send(req, res, errorResponse(status))
  }
