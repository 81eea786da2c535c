import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Logger, pino } from 'pino'

export type { Logger }

/** In milliseconds: how long a line may wait for others before they are written together. */
const LOG_DELAY = 100

/** In characters: how many may wait. */
const LOG_BATCH = 16_384

/** nginx's number for a client that left before its answer was complete. It is only ever logged. */
const LEFT = 499

/** One JSON line an event on stdout, with an ISO time and without host name and pid: the container adds what it knows. */
export const createLogger = (level: string): Logger => pino({ level, base: null, timestamp }, inBatches())

/** A write for each line would cost as much as the answer that it tells of. */
function inBatches() {
  let waiting = ''
  const flush = () => {
    if (waiting !== '') process.stdout.write(waiting)
    waiting = ''
  }
  setInterval(flush, LOG_DELAY).unref()
  process.on('exit', flush)
  return {
    write(line: string) {
      waiting += line
      if (waiting.length > LOG_BATCH) flush()
    },
  }
}

let lastTime = 0
let lastText = ''

/** The time as pino wants it. It is the same for all that happens in a millisecond. */
function timestamp(): string {
  const now = Date.now()
  if (now !== lastTime) {
    lastTime = now
    lastText = `,"time":"${new Date(now).toISOString()}"`
  }
  return lastText
}

/** Has a request logged when its answer is out. */
export type LogRequest = (req: IncomingMessage, res: ServerResponse, path: string) => void

/**
 * Logs requests: neither the address nor the software of the visitor, nor the query, because none of it is needed to
 * run the site. The line is pino's, but put together by hand: its general way takes a tenth of the time of an answer.
 */
export function requestLog(log: Logger): LogRequest {
  if (!log.isLevelEnabled('info')) return () => {}
  // The types do not know the logger's symbols, which pino documents for this.
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym]
  return (req, res, path) => {
    const { id, method, socket } = req
    const started = performance.now()
    const before = socket.bytesWritten
    res.on('close', () => {
      const status = res.writableFinished ? res.statusCode : LEFT
      const bytes = socket.bytesWritten - before
      const ms = Math.round((performance.now() - started) * 100) / 100
      stream?.write(
        `{"level":30${timestamp()},"method":"${method}","path":${JSON.stringify(path)},"status":${status},"bytes":${bytes},"ms":${ms},"id":"${id}"}\n`,
      )
    })
  }
}
