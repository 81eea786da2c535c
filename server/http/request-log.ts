import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import { ConnectionCut } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import type { Counts } from '../lib/summary.ts'
import { isEventStream, isProbe } from '../respond/responses.ts'

/** Logged if the client left before the response was complete, as nginx does. Never sent. */
const CLIENT_LEFT = 499
/** Logged if the server cut the connection. Never sent as such. */
const SERVER_CUT = 503

export interface RequestLogParts {
  log: Logger
  /** Whether the process is ready. A response that's cut during a shutdown counts as a server error. */
  isReady: () => boolean
  counts: Counts
}

declare global {
  namespace Express {
    interface Locals {
      /** Fields that a feature adds to the request's line in the log. */
      logged?: Readonly<Record<string, number | undefined>>
      /** Whether the request was refused. If so, the summary doesn't count it as an error. */
      isRefused?: boolean
    }
  }
}

/** The longest path in the log, in characters. Pages have shorter ones. */
const MAX_LOGGED_PATH = 256

/** Shortens a path for the log. A URL may have 8 kB. */
export const loggedPath = (path: string): string =>
  path.length > MAX_LOGGED_PATH ? `${path.slice(0, MAX_LOGGED_PATH)}…` : path

/**
 * Middleware that logs each response when it's finished, without the visitor's address, user agent or query. Probes, which come
 * every few seconds, have no line.
 */
export function logRequests({ log, isReady, counts }: RequestLogParts): RequestHandler {
  /** The bytes that a keep-alive connection had sent when its last response was logged. */
  const loggedBytes = new WeakMap<Socket, number>()

  function bytesOf(socket: Socket): number {
    const { bytesWritten } = socket
    const bytes = bytesWritten - (loggedBytes.get(socket) ?? 0)
    loggedBytes.set(socket, bytesWritten)
    return bytes
  }

  return (req, res, next) => {
    const { id, method, path, socket } = req
    const begun = performance.now()
    res.on('close', () => {
      const bytes = bytesOf(socket)
      if (isProbe(path)) return
      const status = statusOf(res, socket, isReady)
      const ms = rounded(performance.now() - begun)
      // An operator has to know that a visitor lost a response because the process ended.
      const isCutByShutdown = status === SERVER_CUT && !res.writableFinished && !isReady()
      const level = isCutByShutdown ? 'error' : 'info'
      log[level]({ method, path: loggedPath(path), status, bytes, ms, ...res.locals.logged, id })
      counts.requests++
      if (status >= 500 && !res.locals.isRefused && !isCutByUs(socket)) counts.errors++
    })
    next()
  }
}

/** Rounds to hundredths of a millisecond. */
export const rounded = (ms: number): number => Math.round(ms * 100) / 100

/** Whether the server has cut the connection because of its client: that isn't a reason to wake anybody. */
const isCutByUs = ({ errored }: Socket) => errored instanceof ConnectionCut

function statusOf(res: ServerResponse, socket: Socket, isReady: () => boolean): number {
  if (res.writableFinished) return res.statusCode
  if (res.headersSent && isEventStream(res)) return res.statusCode
  if (isCutByUs(socket)) return SERVER_CUT
  if (res.statusCode >= 500) return res.statusCode
  return isReady() ? CLIENT_LEFT : SERVER_CUT
}
