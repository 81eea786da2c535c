import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { RequestHandler } from 'express'
import type { Logger } from './log.ts'

/** nginx's number for a visitor who left before the response was complete. It is only ever logged. */
const VISITOR_LEFT = 499

/** What a request gets whose connection the server has cut without a response. It is only ever logged. */
const SERVER_CUT = 503

/** Why the server has cut a connection. */
export class ConnectionCut extends Error {
  readonly status: number
  constructor(reason: string, status = SERVER_CUT) {
    super(reason)
    this.status = status
  }
}

/** What the summary of the log says of requests. */
export interface Counts {
  /** Since the last summary. */
  requests: number
  /** Responses of the server's own with a status of 500 or more, since the last summary. */
  errors: number
  /** Requests that were refused because too many others waited for their page, since the last summary. */
  refused: number
  /** Requests that wait for a page with data now. */
  waiting: number
}

export const newCounts = (): Counts => ({ requests: 0, errors: 0, refused: 0, waiting: 0 })

interface Options {
  log: Logger
  /** Whether the process wants traffic. What is cut while it ends is the server's problem. */
  ready: () => boolean
  counts: Counts
}

/** Whoever asks these looks after the process: their requests are not logged. */
export const probePaths = new Set(['/healthz', '/readyz'])

/**
 * Middleware that logs each response when it is out: neither the address nor the software of the visitor, nor the
 * query, because none of it is needed to run the site.
 */
export function logRequests({ log, ready, counts }: Options): RequestHandler {
  /** Of a keep-alive connection: the bytes of the responses that have been logged. */
  const logged = new WeakMap<Socket, number>()
  return (req, res, next) => {
    const { id, method, path, socket } = req
    const begun = performance.now()
    res.on('close', () => {
      const bytes = socket.bytesWritten - (logged.get(socket) ?? 0)
      logged.set(socket, socket.bytesWritten)
      if (probePaths.has(path)) return
      const status = statusOf(res, socket, ready)
      const ms = Math.round((performance.now() - begun) * 100) / 100
      const givenUp = status === SERVER_CUT && !res.writableFinished && !ready()
      log[givenUp ? 'error' : 'info']({ method, path, status, bytes, ms, id })
      counts.requests++
      if (status >= 500) counts.errors++
    })
    next()
  }
}

function statusOf(res: ServerResponse, { errored }: Socket, ready: () => boolean): number {
  // An event stream ends only when somebody cuts it.
  const isStream = res.headersSent && /^text\/event-stream/.test(String(res.getHeader('Content-Type')))
  if (res.writableFinished || isStream) return res.statusCode
  if (errored instanceof ConnectionCut) return errored.status
  if (res.statusCode >= 500) return res.statusCode
  return ready() ? VISITOR_LEFT : SERVER_CUT
}

/** In milliseconds: how often the delay of the event loop is measured. Node counts it in. */
const RESOLUTION = 20

interface SummaryOptions {
  log: Logger
  counts: Counts
  /** How many lines of the log were dropped so far. */
  dropped: () => number
  /** Milliseconds between two lines. */
  interval: number
}

/** Logs how the process fares, each time that the interval has passed. */
export function logSummary({ log, counts, dropped, interval }: SummaryOptions): void {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION })
  loop.enable()
  setInterval(() => {
    const { rss, heapUsed } = process.memoryUsage()
    const delay = Math.max(0, Math.round(loop.max / 1e6) - RESOLUTION)
    log.info({ ...counts, dropped: dropped(), delay, rss, heap: heapUsed }, 'summary')
    loop.reset()
    Object.assign(counts, { requests: 0, errors: 0, refused: 0 })
  }, interval).unref()
}
