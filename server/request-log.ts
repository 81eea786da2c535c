import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { RequestHandler } from 'express'
import type { Logger } from './log.ts'

/** nginx's number for a visitor who left before the response was complete. It is only ever logged. */
const VISITOR_LEFT = 499

/** What a request gets whose connection the server has cut without a response. It is only ever logged. */
export const SERVER_CUT = 503

/** Why the server has cut the connection of a client that breaks the rules. */
export class ConnectionCut extends Error {
  readonly status: number
  constructor(reason: string, status = SERVER_CUT) {
    super(reason)
    this.status = status
  }
}

interface Options {
  log: Logger
  /** Whether the process wants traffic. What is cut while it ends is the server's problem. */
  ready: () => boolean
  /** Milliseconds between two lines that sum up. 0: none. */
  interval: number
}

/** The requests of these paths are not logged. */
const silent = new Set(['/healthz', '/readyz'])

/**
 * Middleware that logs each response when it is out: neither the address nor the software of the visitor, nor the
 * query, because none of it is needed to run the site.
 */
export function logRequests({ log, ready, interval }: Options): RequestHandler {
  const count = interval > 0 ? logSummary(log, interval) : () => {}
  /** Of a connection: the bytes of the responses that have been logged. */
  const logged = new WeakMap<Socket, number>()
  return (req, res, next) => {
    const { id, method, path, socket } = req
    const begun = performance.now()
    res.on('close', () => {
      const bytes = socket.bytesWritten - (logged.get(socket) ?? 0)
      logged.set(socket, socket.bytesWritten)
      if (silent.has(path)) return
      const status = statusOf(res, socket, ready)
      const ms = Math.round((performance.now() - begun) * 100) / 100
      const givenUp = status === SERVER_CUT && !res.writableFinished && !ready()
      log[givenUp ? 'error' : 'info']({ method, path, status, bytes, ms, id })
      count(status)
    })
    next()
  }
}

function statusOf(
  { writableFinished, statusCode }: ServerResponse,
  { errored }: Socket,
  ready: () => boolean,
) {
  if (writableFinished) return statusCode
  if (errored instanceof ConnectionCut) return errored.status
  if (statusCode >= 500) return statusCode
  return ready() ? VISITOR_LEFT : SERVER_CUT
}

/** In milliseconds: how often the delay of the event loop is measured. Node counts it in. */
const RESOLUTION = 20

/** Logs how the process fares, each time that the interval has passed. Returns the function that counts a response. */
function logSummary(log: Logger, interval: number): (status: number) => void {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION })
  loop.enable()
  let [requests, errors] = [0, 0]
  setInterval(() => {
    const { rss, heapUsed } = process.memoryUsage()
    const delay = Math.max(0, Math.round(loop.max / 1e6) - RESOLUTION)
    log.info({ requests, errors, delay, rss, heap: heapUsed }, 'summary')
    loop.reset()
    requests = errors = 0
  }, interval).unref()
  return status => {
    requests++
    if (status >= 500) errors++
  }
}
