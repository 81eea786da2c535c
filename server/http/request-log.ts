import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestHandler, Response } from 'express'
import { ConnectionCut } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import type { Counts } from '../lib/summary.ts'
import { isEventStream, isProbe } from '../respond/responses.ts'

/** Only logged: nginx's status for a client that left before the response was complete. */
const CLIENT_LEFT = 499
/** Only logged: the server cut the connection. */
const SERVER_CUT = 503

export interface RequestLogParts {
  log: Logger
  /** Whether the process is ready. What is cut while it shuts down counts as an error of the server. */
  isReady: () => boolean
  counts: Counts
}

declare global {
  namespace Express {
    /** What the log says of how a request was answered; times are in milliseconds. */
    interface Locals {
      /** How long its loader took. */
      loaderMs?: number | undefined
      /** How long the request waited for its page, the loader included. */
      pageMs?: number | undefined
      /** Whether the request was refused, which has a figure of its own in the summary. */
      isOverloaded?: boolean
    }
  }
}

/** Notes for the log how long a request waits for its page. */
export async function timed<Result>(res: Response, page: Promise<Result>): Promise<Result> {
  const begun = performance.now()
  try {
    return await page
  } finally {
    res.locals.pageMs = performance.now() - begun
  }
}

/** In characters. Pages have shorter paths. */
const MAX_LOGGED_PATH = 256

/** A path as the log has it. A URL may have 8 kB. */
export const loggedPath = (path: string): string =>
  path.length > MAX_LOGGED_PATH ? `${path.slice(0, MAX_LOGGED_PATH)}…` : path

/**
 * Middleware that logs each response when it is finished, without the visitor's address, user agent and query. Probes,
 * which are asked every few seconds, have no line.
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
      const loaderMs = rounded(res.locals.loaderMs)
      const pageMs = rounded(res.locals.pageMs)
      // The visitor has lost a response because the process ends, which an operator is to see.
      const isCutByShutdown = status === SERVER_CUT && !res.writableFinished && !isReady()
      const level = isCutByShutdown ? 'error' : 'info'
      log[level]({ method, path: loggedPath(path), status, bytes, ms, loaderMs, pageMs, id })
      counts.requests++
      if (status >= 500 && !res.locals.isOverloaded && !isCutByUs(socket)) counts.errors++
    })
    next()
  }
}

/** To hundredths of a millisecond. */
function rounded(ms: number): number
function rounded(ms: number | undefined): number | undefined
function rounded(ms: number | undefined) {
  return ms === undefined ? undefined : Math.round(ms * 100) / 100
}

/** Whether the server has cut the connection because of what its client did: nobody is to be woken for that. */
const isCutByUs = ({ errored }: Socket) => errored instanceof ConnectionCut

function statusOf(res: ServerResponse, socket: Socket, isReady: () => boolean): number {
  if (res.writableFinished) return res.statusCode
  if (res.headersSent && isEventStream(res)) return res.statusCode
  if (isCutByUs(socket)) return SERVER_CUT
  if (res.statusCode >= 500) return res.statusCode
  return isReady() ? CLIENT_LEFT : SERVER_CUT
}
