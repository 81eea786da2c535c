import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

/** Sets the request's id: a trusted proxy's if it's well-formed, or a new one. */
export const setRequestId =
  (trustProxy: boolean): RequestHandler =>
  (req, _res, next) => {
    const given = (trustProxy && req.get('X-Request-Id')) || ''
    req.id = /^[\w.:/+=-]{8,128}$/.test(given) ? given : randomUUID()
    next()
  }

declare module 'node:http' {
  interface IncomingMessage {
    /** Identifies the request in the log and in X-Request-Id. */
    id: string
  }
}
