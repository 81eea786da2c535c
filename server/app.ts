import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { constants } from 'node:zlib'
import compression from 'compression'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { canonicalPath, type Table } from '../shared/page-table.ts'
import { clientErrorStatus, describeError } from './errors.ts'
import { createGuard } from './guard.ts'
import type { Security } from './headers.ts'
import type { Logger } from './log.ts'
import { logRequests } from './request-log.ts'
import { type ReadyResponse, type Send, textResponse } from './response.ts'
import type { SendPage } from './send-page.ts'

export interface AppParts {
  table: Table
  /** What is sent from memory, by path: assets, icons, and in static mode the pages. */
  files: ReadonlyMap<string, ReadyResponse>
  /** Renders the pages of the table; absent in static mode, where they are among the files. */
  page?: RequestHandler
  notFound: RequestHandler
  /** The page that says that something went wrong. */
  failure: () => Promise<ReadyResponse>
  /** Adds the endpoints of your own. */
  endpoints: (app: Express, sendPage: SendPage) => void
  /** Responds with a page, for an endpoint. */
  sendPage: SendPage
  send: Send
  security: Security
  log: Logger
  /** Whether the process wants traffic. */
  ready: () => boolean
  /** Whether the proxy may name the request, and say who sent it and by which scheme. */
  trustProxy: boolean
  /** Milliseconds between two lines of the log that sum up. Without it there are none. */
  logInterval?: number
}

/** What happens to every request, live and static, from top to bottom. It needs no port. */
export function createApp(parts: AppParts): Express {
  const {
    table,
    files,
    page,
    notFound,
    failure,
    endpoints,
    sendPage,
    send,
    security,
    log,
    ready,
    trustProxy,
  } = parts
  const app = express().disable('x-powered-by')
  // One hop: of X-Forwarded-For only what the proxy itself has added, and nothing that a visitor made up.
  app.set('trust proxy', trustProxy ? 1 : false)

  app.use(nameRequest(trustProxy))
  app.use(logRequests({ log, ready, interval: parts.logInterval ?? 0 }))
  app.use(createGuard(send, ready))
  app.use(probes(send, ready))
  app.use(readyFiles(files, send))
  app.use(security.middleware, nameResponse, keepNothing)
  app.use(compress)
  endpoints(app, sendPage)
  app.use(checkMethod(app, table, files, send))
  app.use(redirectToPage(table, send))
  if (page) app.use(page)
  app.use(notFound)
  app.use(handleError(log, failure, send))
  return app
}

const wellFormedId = /^[\w.:/+=-]{8,128}$/

/** Gives the request an id: the proxy's where the proxy is trusted and its id is fit for a log, otherwise a new one. */
const nameRequest =
  (trustProxy: boolean): RequestHandler =>
  (req, _res, next) => {
    const given = trustProxy ? req.headers['x-request-id'] : undefined
    req.id = typeof given === 'string' && wellFormedId.test(given) ? given : randomUUID()
    next()
  }

declare module 'node:http' {
  interface IncomingMessage {
    /** Names the request in the log, and in the response's X-Request-Id. */
    id: string
  }
}

const nameResponse: RequestHandler = (req, res, next) => {
  res.setHeader('X-Request-Id', req.id)
  next()
}

/** For endpoints that say nothing of it. Pages and files have rules of their own. */
const keepNothing: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/** /healthz says that the process lives, /readyz that it wants traffic. */
function probes(send: Send, ready: () => boolean): RequestHandler {
  const ok = textResponse(200, 'ok')
  const notReady = textResponse(503, 'shutting down')
  return (req, res, next) => {
    if (!isRead(req)) next()
    else if (req.path === '/healthz') send(req, res, ok)
    else if (req.path === '/readyz') send(req, res, ready() ? ok : notReady)
    else next()
  }
}

/** Sends what is in memory. They come with their security headers, and so before the middleware that sets those. */
function readyFiles(files: AppParts['files'], send: Send): RequestHandler {
  const missing = textResponse(404, 'Not found')
  return (req, res, next) => {
    const file = isRead(req) ? files.get(req.path) : undefined
    if (file) send(req, res, file)
    else if (isRead(req) && req.path.startsWith('/assets/')) send(req, res, missing)
    else next()
  }
}

/**
 * How hard a page is compressed for one visitor: the least. The pages are a sixth larger than at brotli's usual 4, for
 * a third of the time.
 */
const EFFORT = 1

const compressing = compression({
  threshold: 0,
  level: EFFORT,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: EFFORT } },
})

/** compression, where the client accepts any: its hooks in the response have a price even where they do nothing. */
const compress: RequestHandler = (req, res, next) =>
  (req.headers['accept-encoding'] ?? 'identity') === 'identity' ? next() : compressing(req, res, next)

/** Refuses a method that the path does not have, and names those that it has. */
function checkMethod(app: Express, table: Table, files: AppParts['files'], send: Send): RequestHandler {
  const refusals = new Map<string, ReadyResponse>()
  return (req, res, next) => {
    const isPage = table.at(canonicalPath(req.path) ?? '') !== undefined
    if (isPage && isRead(req)) return next()
    const methods = methodsAt(app.router.stack, req.path)
    const readable = isPage || files.has(req.path) || methods.length === 0 || methods.includes('GET')
    if (readable && isRead(req)) return next()
    const Allow = [...new Set([...(readable ? ['GET', 'HEAD'] : []), ...methods])].join(', ')
    if (req.method === 'OPTIONS' && methods.length > 0) send(req, res, textResponse(200, Allow, { Allow }))
    else {
      const refusal = refusals.get(Allow) ?? textResponse(405, 'Method not allowed', { Allow })
      refusals.set(Allow, refusal)
      send(req, res, refusal)
    }
  }
}

/** The methods of the endpoints at a path, those of routers inside too. Express itself names them only for OPTIONS. */
function methodsAt(stack: Express['router']['stack'], path: string): string[] {
  return stack.flatMap(layer => {
    const match = 'match' in layer && typeof layer.match === 'function' && layer.match(path)
    if (!match) return []
    if (layer.route) return layer.route.stack.map(({ method }) => method?.toUpperCase() ?? 'GET')
    const inner = 'stack' in layer.handle && Array.isArray(layer.handle.stack) ? layer.handle.stack : []
    return methodsAt(inner, path.slice(match.path.length) || '/')
  })
}

/** Redirects another spelling of a page's path, or a former path of it, to the path that it has. */
function redirectToPage({ redirectOf }: Table, send: Send): RequestHandler {
  return (req, res, next) => {
    const target = redirectOf(req.path)
    if (target === undefined) return next()
    // Only a path of the table can stand here, so a redirect never leads to another host.
    const query = req.url.slice(req.path.length)
    send(req, res, textResponse(308, `See ${target}`, { Location: target + query }))
  }
}

/**
 * Responds to an error once, and logs it once. What the client has caused is no error of ours: the line of its request
 * says enough. Where a part of the response is out already, this cuts the connection.
 */
const handleError =
  (log: Logger, failure: AppParts['failure'], send: Send): ErrorRequestHandler =>
  async (error, req, res, _next) => {
    const status = clientErrorStatus(error)
    if (!status)
      log.error({ err: describeError(error), path: req.path, id: req.id }, 'the request has failed')
    if (res.headersSent) {
      if (!status) res.statusCode = 500 // For the log.
      res.destroy()
    } else {
      for (const name of res.getHeaderNames()) res.removeHeader(name)
      send(req, res, status ? textResponse(status, STATUS_CODES[status] ?? 'Bad request') : await failure())
    }
  }
