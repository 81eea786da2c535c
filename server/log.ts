import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Logger, pino } from 'pino'

export type { Logger }

/** In milliseconds: how long a line may wait for others before they are written together. */
const LOG_DELAY = 100

/**
 * One JSON line an event on stdout, with an ISO time and without host name and pid: the container adds what it knows.
 * Lines are written many at a time, because a write for each would cost a quarter of the requests.
 */
export const createLogger = (level: string): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ sync: false, minLength: 4096, periodicFlush: LOG_DELAY }),
  )

/** nginx's number for a client that left before its answer was complete. It is only ever logged. */
const LEFT = 499

/**
 * Logs a request when its answer is out. Neither the address nor the software of the visitor is in the line, nor the
 * query: none of it is needed to run the site.
 */
export function logRequest(log: Logger, req: IncomingMessage, res: ServerResponse, path: string): void {
  const { id, method, socket } = req
  const started = performance.now()
  const before = socket.bytesWritten
  res.on('close', () => {
    const status = res.writableFinished ? res.statusCode : LEFT
    const bytes = socket.bytesWritten - before
    const ms = Math.round((performance.now() - started) * 100) / 100
    log.info({ method, path, status, bytes, ms, id })
  })
}
