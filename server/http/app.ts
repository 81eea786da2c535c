import type { IncomingMessage } from 'node:http'
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express'
import { ASSETS_FOLDER } from '../lib/built-files.ts'
import { ClientLeft, clientErrorStatus, describeError, SharedFailure } from '../lib/errors.ts'
import { compressPerRequest } from '../respond/compress.ts'
import type { ErrorPages, Find } from '../respond/found.ts'
import {
  assetNotFound,
  ENDPOINT_HEADERS,
  errorResponse,
  methodNotAllowed,
  optionsResponse,
  READ_METHODS,
  redirectResponse,
} from '../respond/responses.ts'
import type { HttpHeaders, Security } from '../respond/security-headers.ts'
import type { Send } from '../respond/send.ts'
import { createEndpointMethods, type EndpointMethods } from './endpoint-methods.ts'
import { setRequestId } from './request-id.ts'
import { loggedPath, logRequests, type RequestLogParts } from './request-log.ts'
import { runMiddleware } from './site-middleware.ts'

interface AppParts extends RequestLogParts {
  /** Whether the proxy's X-Request-Id and X-Forwarded-* are trusted. */
  trustProxy: boolean
  /** The middleware of features. It runs before the site's. */
  featureMiddleware: readonly RequestHandler[]
  middleware: readonly RequestHandler[]
  /** The site's endpoints, as a sub-application. */
  endpoints: Express
  find: Find
  errorPages: ErrorPages
  send: Send
  security: Security
}

/** The Express application for both modes: one list of middleware, in the order of a request's path through it. Needs no port. */
export function createApp(parts: AppParts): Express {
  const { find, errorPages, send, security, trustProxy, middleware, endpoints } = parts
  const app = express().disable('x-powered-by')
  // One proxy is trusted, so only the last X-Forwarded-For entry counts: earlier ones can be forged.
  app.set('trust proxy', trustProxy ? 1 : false)

  // This copies the endpoints' paths and methods, before OPTIONS is added at every path.
  const toOtherMethods = respondToOtherMethods(send, createEndpointMethods(endpoints))
  // Express itself would respond to OPTIONS without a page's methods at the same path. A regular expression, unlike
  // '/{*path}', has no param to decode for each request.
  endpoints.options(/./, toOtherMethods)

  app.use(setRequestId(trustProxy))
  app.use(logRequests(parts))
  for (const each of parts.featureMiddleware) app.use(each)
  if (middleware.length > 0) app.use(runMiddleware(middleware, req => defaultHeaders(security, req)))
  app.use(findOnce(find))
  app.use(sendStatic(send))
  app.use(setDefaultHeaders(security))
  app.use(compressPerRequest)
  app.use(endpoints)
  app.use(toOtherMethods)
  app.use(sendFound(errorPages, send))
  app.use(handleError(parts))
  return app
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** Looks up the path once, for all middleware that follows. */
const findOnce =
  (find: Find): RequestHandler =>
  (req, res, next) => {
    res.locals.found = find(req.path)
    next()
  }

/**
 * Sends static responses, and the 404 of an unknown asset. `send` adds their security headers, so this comes before the middleware
 * that sets them for all other responses.
 */
const sendStatic =
  (send: Send): RequestHandler =>
  async (req, res, next) => {
    const { found } = res.locals
    if (!isRead(req)) return next()
    if (found.kind === 'static') return send(req, res, await found.respond(req, res))
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

/**
 * Responds to methods other than GET and HEAD that no endpoint has handled: to OPTIONS if an endpoint is at the path, otherwise
 * with 405. `Allow` lists the methods that exist there. If there are none, the request goes on to a redirect or the 404 page.
 */
const respondToOtherMethods =
  (send: Send, endpointMethods: EndpointMethods): RequestHandler =>
  async (req, res, next) => {
    if (isRead(req)) return next()
    const { kind } = res.locals.found
    const pageMethods = kind === 'static' || kind === 'dynamic' ? READ_METHODS : []
    const ofEndpoints = await endpointMethods(req, res)
    const methods = [...new Set([...pageMethods, ...ofEndpoints])]
    if (methods.length === 0) return next()
    const responseOf = req.method === 'OPTIONS' && ofEndpoints.length > 0 ? optionsResponse : methodNotAllowed
    return send(req, res, responseOf(methods))
  }

/** Sends what no endpoint has replaced: a dynamic response, a redirect, or the 404 page. */
const sendFound =
  ({ notFound }: ErrorPages, send: Send): RequestHandler =>
  async (req, res) => {
    const { found } = res.locals
    if (found.kind === 'dynamic') return send(req, res, await found.respond(req, res))
    // A redirect never leads to a different host: `to` is a path from the route table.
    if (found.kind === 'redirect')
      return send(req, res, redirectResponse(308, found.to, req.url.slice(req.path.length)))
    return send(req, res, await notFound(req.path))
  }

/**
 * Responds to an error, and logs it. `clientErrorStatus` decides which errors the client has caused, such as a 4xx with
 * `expose: true`: they become a plain text with that status, and aren't logged. If requests share a failed page, all get the same
 * status, and only the first logs the error. If part of the response has been sent, this cuts the connection.
 */
const handleError =
  ({ log, errorPages, send }: AppParts): ErrorRequestHandler =>
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
      // `Connection: close` stays, because the request's body may be unread. `runMiddleware` sets the site's headers again.
      if (name !== 'connection') res.removeHeader(name)
    }
    if (!status) return send(req, res, await errorPages.failed())
    return send(req, res, errorResponse(status))
  }
