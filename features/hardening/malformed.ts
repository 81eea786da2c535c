import type { IncomingMessage } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import {
  methodNotAllowed,
  READ_METHODS,
  type ReusableResponse,
  textResponse,
} from '../../server/respond/responses.ts'
import type { Send } from '../../server/respond/send.ts'

const badRequest = textResponse(400, 'Bad request')
const uriTooLong = textResponse(414, 'URI too long')
const versionNotSupported = textResponse(505, 'HTTP version not supported')

const MAX_URL_LENGTH = 8192

declare module 'node:http' {
  interface IncomingMessage {
    /** The request line's target, as the client sent it. */
    target?: string
  }
}

/**
 * Turns any request target into a path before Express sees it: Express parses other forms with `url.parse`, which writes a
 * deprecation warning to stderr. `refuseMalformed` reads the original from `target`.
 */
export function normalizeTarget(req: IncomingMessage): void {
  const { url: target = '' } = req
  req.target = target
  const path = originForm(target) ?? `/${target}`
  req.url = path.replace(/[#\s\ufeff]/g, encodeURIComponent)
}

/**
 * Refuses requests that violate RFC 9112 but pass Node's parser, and long URLs. Closes the connection after each of them, and
 * after a request whose body nobody has read.
 */
export const refuseMalformed =
  (send: Send): RequestHandler =>
  (req, res, next) => {
    const response = responseToMalformed(req)
    if (response) {
      res.set('Connection', 'close')
      return send(req, res, response)
    }
    // During a shutdown the core has already set the header.
    if (hasBody(req) && !res.hasHeader('Connection')) closeUnlessRead(req, res)
    next()
  }

/** Closes the connection unless the whole body is read. Nobody may parse the rest as a request: that allows request smuggling. */
function closeUnlessRead(req: Request, res: Response): void {
  res.set('Connection', 'close')
  req.once('end', () => {
    if (!res.headersSent) res.removeHeader('Connection')
  })
}

function responseToMalformed(req: Request): ReusableResponse | undefined {
  if (req.httpVersionMajor !== 1) return versionNotSupported
  if (!namesOneHost(req) || !isEncodedInChunks(req)) return badRequest
  const { target = req.url } = req
  if (target.length > MAX_URL_LENGTH) return uriTooLong
  if (target.includes('#')) return badRequest
  if (originForm(target) === undefined)
    return req.method === 'OPTIONS' ? methodNotAllowed(READ_METHODS) : badRequest
  return ENCODED_SEPARATOR.test(req.path) ? badRequest : undefined
}

/** Matches an encoded NUL or slash, which a proxy or a file system may read differently from us. */
const ENCODED_SEPARATOR = /%(00|2f)/i

/** The path and query in a request's target. Undefined if the target is neither a path nor an HTTP URL. */
function originForm(target: string): string | undefined {
  if (target.startsWith('/')) return target
  // RFC 9112, section 3.2.2 requires a server to accept http://host/path.
  if (!/^https?:\/\/[^/]/i.test(target)) return undefined
  const url = URL.parse(target)
  if (!url || url.username) return undefined
  return url.pathname + url.search
}

/** RFC 9112, section 6.3. Node's parser refuses other encodings, too, but only after a handler may have responded. */
function isEncodedInChunks({ headers }: IncomingMessage): boolean {
  const encoding = headers['transfer-encoding']
  return encoding === undefined || /(^|,)\s*chunked$/i.test(encoding)
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'] ?? '0'
  return headers['transfer-encoding'] !== undefined || length !== '0'
}

const AUTHORITY = /^([\w.-]+|\[[\da-f:.]+\])(:\d*)?$/i

/** Whether a request has one well-formed Host header, as RFC 9112, section 3.2 requires. HTTP/1.0 may leave it out. */
function namesOneHost({ headers, rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersionMinor === 0
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 && AUTHORITY.test(headers.host)
}
