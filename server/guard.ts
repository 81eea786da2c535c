import type { IncomingMessage } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import { decodedPath } from './paths.ts'
import { type ReadyResponse, type Send, textResponse } from './response.ts'

/** Rejects requests that break RFC 9112 but pass Node's parser, and long URLs. */
export function createGuard(send: Send, ready: () => boolean): RequestHandler {
  const badRequest = textResponse(400, 'Bad request')
  const notAllowed = textResponse(405, 'Method not allowed', { Allow: 'GET, HEAD' })
  const longUrl = textResponse(414, 'URI too long')
  const badVersion = textResponse(505, 'HTTP version not supported')

  /** Also closes the connection: a malformed request may be request smuggling, whose rest must not be parsed as a request. */
  const refuse = (req: Request, res: Response, response: ReadyResponse) => {
    res.shouldKeepAlive = false
    send(req, res, response)
  }

  return (req, res, next) => {
    // An unread body must not be parsed as the next request.
    if (hasBody(req) || !ready()) res.shouldKeepAlive = false
    if (req.httpVersionMajor !== 1) return refuse(req, res, badVersion)
    if (!namesOneHost(req)) return refuse(req, res, badRequest)
    if (req.url.length > 8192) return refuse(req, res, longUrl)
    if (req.url.includes('#')) return refuse(req, res, badRequest)
    if (!req.url.startsWith('/')) {
      // RFC 9112, section 3.2.2 wants a server to accept http://host/path.
      const target = URL.parse(req.url)
      if (!target || target.username || !/^https?:\/\/[^/]/i.test(req.url))
        return refuse(req, res, req.method === 'OPTIONS' ? notAllowed : badRequest)
      req.url = target.pathname + target.search
    }
    if (decodedPath(req.path) === undefined) return refuse(req, res, badRequest)
    next()
  }
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
