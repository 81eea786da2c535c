import express, { type Request, type RequestHandler, type Response } from 'express'
import onHeaders from 'on-headers'
import { isProbe } from '../respond/responses.ts'
import type { HttpHeaders } from '../respond/security-headers.ts'

type HeaderValues = ReturnType<Response['getHeaders']>

/**
 * Runs the site's middleware for every request but the probes. A response that it sends itself gets the default headers that it
 * lacks. When it passes the request on, its headers win over ours, whoever responds: a page, a 304, a 500, an endpoint.
 */
export function runMiddleware(
  middleware: readonly RequestHandler[],
  defaultsFor: (req: Request) => HttpHeaders,
): RequestHandler {
  const run = express.Router().use(...middleware)
  return (req, res, next) => {
    if (isProbe(req.path)) return next()
    let passedOn: HeaderValues | undefined
    onHeaders(res, () => {
      if (passedOn) return mergeHeaders(res, passedOn)
      for (const [name, value] of Object.entries(defaultsFor(req)))
        if (!res.hasHeader(name)) res.setHeader(name, value)
    })
    run(req, res, (error?: unknown) => {
      const { connection: _ours, ...headers } = res.getHeaders() // The engine sets `Connection` itself.
      passedOn = headers
      next(error)
    })
  }
}

/** Sets headers again. Vary and Set-Cookie are lists, to which an endpoint may have added items. Those stay. */
function mergeHeaders(res: Response, headers: HeaderValues): void {
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'vary') res.vary(String(value))
    else if (name === 'set-cookie' && res.hasHeader(name)) continue
    else if (value !== undefined) res.setHeader(name, value)
  }
}
