import express, { type Request, type RequestHandler, type Response } from 'express'
import onHeaders from 'on-headers'
import { isProbe } from './responses.ts'
import type { Headers } from './security-headers.ts'

/**
 * The owner's middleware, for every request but the probes. What it sends itself has the default headers, too. What it sets
 * before it passes a request on is set again when the response is sent, whoever sends it: a page, a 304, a 500, an endpoint.
 */
export function runMiddleware(
  middleware: readonly RequestHandler[],
  defaultsFor: (req: Request) => Headers,
): RequestHandler {
  const run = express.Router().use(...middleware)
  return (req, res, next) => {
    if (isProbe(req.path)) return next()
    let hasPassedOn = false
    let ownersHeaders: [name: string, value: HeaderValue][] = []
    onHeaders(res, () => {
      if (!hasPassedOn) return setMissing(res, defaultsFor(req))
      for (const [name, value] of ownersHeaders) setAgain(res, name, value)
    })
    run(req, res, (error?: unknown) => {
      hasPassedOn = true
      // `Connection` is that of refuseMalformed.
      ownersHeaders = Object.entries(res.getHeaders()).filter(([name]) => name !== 'connection')
      next(error)
    })
  }
}

type HeaderValue = number | string | string[] | undefined

/** Vary and Set-Cookie are lists: what others have added to them stays. */
function setAgain(res: Response, name: string, value: HeaderValue): void {
  if (name === 'vary') res.vary(String(value))
  else if (value !== undefined && !(name === 'set-cookie' && res.hasHeader(name))) res.setHeader(name, value)
}

function setMissing(res: Response, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) if (!res.hasHeader(name)) res.setHeader(name, value)
}
