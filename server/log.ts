import { writeSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { RequestHandler } from 'express'
import { type Logger, pino } from 'pino'

export type { Logger }

/** Lines are written in batches, after so many bytes or milliseconds. Beyond `maxLength`, if the reader stalls, they are dropped. */
const BATCH = { minLength: 32_768, maxWrite: 65_536, periodicFlush: 100, maxLength: 8_000_000 }

/** Writes a line to stderr at once. A closed stderr must not end the process. */
export function toStderr(line: string): void {
  try {
    writeSync(2, `${line}\n`)
  } catch {}
}

/** Errors are logged as describeError has described them: pino would add every property that they have. */
export const serializers = { err: (described: unknown) => described }

/**
 * One JSON line per event on stdout, each with `base`. A log that cannot be written never stops the site: stderr gets
 * one line.
 */
export function createLogger(level: string, base: object) {
  // Buffers, because a batch that is a string is copied with each line. The types know strings alone.
  const destination = pino.destination({ dest: 1, sync: false, contentMode: 'buffer', ...BATCH })
  const stream = { write: (line: string) => Object(destination).write(Buffer.from(line)) }
  const log = pino({ level, base, timestamp: createClock(), serializers }, stream)
  let broken = false
  let [dropped, reported] = [0, 0] // lines
  destination.on('error', (error: Error) => {
    if (!broken) toStderr(`The log cannot be written, and the site goes on: ${error.message}`)
    broken = true
  })
  destination.on('drop', () => dropped++)
  destination.on('write', () => {
    broken = false
    if (dropped === reported) return
    const lines = dropped - reported
    reported = dropped
    log.warn({ dropped: lines }, 'log lines were dropped: the log could not be written fast enough')
  })

  /** Flushes the log, for at most a second. Resolves to whether all of it was written. */
  async function close(): Promise<boolean> {
    log.level = 'silent' // The destination throws on a later line.
    const ended = Promise.withResolvers<boolean>()
    for (const event of ['close', 'error']) destination.once(event, () => ended.resolve(true))
    destination.end()
    const written = await Promise.race([ended.promise, delay(1000, false)])
    destination.destroy()
    return written
  }
  return { log, dropped: () => dropped, close }
}

/** pino's isoTime, asked once in a millisecond: it takes as long as the rest of a line. */
function createClock() {
  let [at, text] = [0, '']
  return () => {
    const now = Date.now()
    if (now !== at) [at, text] = [now, pino.stdTimeFunctions.isoTime()]
    return text
  }
}

/** Statuses that are only logged: nginx's 499 for a client that left early, and a connection that the server cut. */
const [VISITOR_LEFT, SERVER_CUT] = [499, 503]

/** Why the server cut a connection, with the status for the log. */
export const connectionCut = (reason: string, status = SERVER_CUT) =>
  Object.assign(new Error(reason), { status })

/** The summary's figures on requests: all but `waiting` since the last summary. */
export interface Counts {
  requests: number
  /** Responses of our own with a status of 500 or more. */
  errors: number
  /** Requests that were refused because too many others waited for their page. */
  refused: number
  /** Requests that wait for a page with data now. */
  waiting: number
}

export interface RequestLogParts {
  log: Logger
  /** Whether the process is ready. What is cut while it shuts down counts as an error of the server. */
  ready: () => boolean
  counts: Counts
}

/** Middleware that logs each response when it is finished, without the visitor's address, user agent and query. */
export function logRequests({ log, ready, counts }: RequestLogParts): RequestHandler {
  /** Of a keep-alive connection: the bytes of the responses that have been logged. */
  const logged = new WeakMap<Socket, number>()
  return (req, res, next) => {
    const { id, method, path, socket } = req
    const begun = performance.now()
    res.on('close', () => {
      const { bytesWritten } = socket
      const bytes = bytesWritten - (logged.get(socket) ?? 0)
      logged.set(socket, bytesWritten)
      if (path === '/healthz' || path === '/readyz') return
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
  if (res.writableFinished) return res.statusCode
  // An event stream ends only by being cut.
  if (res.headersSent && /^text\/event-stream/.test(String(res.getHeader('Content-Type'))))
    return res.statusCode
  if (errored && 'status' in errored) return Number(errored.status)
  if (res.statusCode >= 500) return res.statusCode
  return ready() ? VISITOR_LEFT : SERVER_CUT
}

/** In milliseconds: how often the delay of the event loop is measured. Node's figure includes it. */
const RESOLUTION = 20

/** Logs a summary of the process at each interval, in milliseconds. */
export function logSummary(processLog: ReturnType<typeof createLogger>, counts: Counts, interval: number) {
  const { log, dropped } = processLog
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
