import type { IncomingMessage } from 'node:http'
import type { Request, RequestHandler } from 'express'
import { decodedPath } from '../paths.ts'
import { type Send, type StaticResponse, textResponse } from './response.ts'

const badRequest = textResponse(400, 'Bad request')
const notAllowed = textResponse(405, 'Method not allowed', { Allow: 'GET, HEAD' })
const longUrl = textResponse(414, 'URI too long')
const badVersion = textResponse(505, 'HTTP version not supported')

/**
 * Refuses requests that break RFC 9112 but pass Node's parser, and long URLs. Ends the connection after each, after an
 * unread body, and during shutdown.
 */
export const createGuard =
  (send: Send, ready: () => boolean): RequestHandler =>
  (req, res, next) => {
    const refusal = refusalOf(req)
    // What follows must not be parsed as a request: it may be request smuggling.
    if (refusal || hasBody(req) || !ready()) res.shouldKeepAlive = false
    if (refusal) return send(req, res, refusal)
    next()
  }

/** Of http://host/path only the path stays in `req.url`. */
function refusalOf(req: Request): StaticResponse | undefined {
  if (req.httpVersionMajor !== 1) return badVersion
  if (!namesOneHost(req)) return badRequest
  if (req.url.length > 8192) return longUrl
  if (req.url.includes('#')) return badRequest
  if (!req.url.startsWith('/')) {
    // RFC 9112, section 3.2.2 wants a server to accept http://host/path.
    const target = URL.parse(req.url)
    if (!target || target.username || !/^https?:\/\/[^/]/i.test(req.url))
      return req.method === 'OPTIONS' ? notAllowed : badRequest
    req.url = target.pathname + target.search
  }
  return decodedPath(req.path) === undefined ? badRequest : undefined
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const authority = /^([\w.-]+|\[[\da-f:.]+\])(:\d*)?$/i

/** Whether a request names its host as RFC 9112, section 3.2 wants it: once, and well-formed. HTTP/1.0 may not name it. */
function namesOneHost({ headers, rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersionMinor === 0
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 && authority.test(headers.host)
}
