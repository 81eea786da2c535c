import { writeSync } from 'node:fs'
import { type Logger, pino } from 'pino'

export type { Logger }

/** The log is written in batches of this size. */
const BATCH_BYTES = 8192
/** The longest time that a line waits for its batch to be full. */
const FLUSH_INTERVAL_MS = 100
/** If the reader of stdout stalls, lines beyond this are dropped. */
const MAX_BUFFERED_BYTES = 8_000_000
/** The longest time to flush the last lines. */
const CLOSE_TIMEOUT_MS = 1000

/** Writes a line to stderr at once. A closed stderr must not end the process. */
export function toStderr(line: string): void {
  try {
    writeSync(2, `${line}\n`)
  } catch {}
}

/** Logs describeError's result as it is: pino would add every property of an error. */
export const serializers = { err: (described: unknown) => described }

/** A process's log. */
export interface ProcessLog {
  log: Logger
  /** The number of lines dropped so far because the reader of stdout stalled. */
  dropped(): number
  /** Flushes the log. Resolves to false if that takes over a second, because the reader of stdout has stalled. */
  close(): Promise<boolean>
}

/**
 * Creates the log: one JSON line for each event on stdout, with `base` in each. If the log can't be written, the site keeps
 * running, and stderr gets one line.
 */
export function createLogger(level: string, base: object): ProcessLog {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: BATCH_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
    maxLength: MAX_BUFFERED_BYTES,
  })
  const log = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination)
  let broken = false
  let dropped = 0
  let reported = 0
  destination.on('error', (error: Error) => {
    if (!broken) toStderr(`Cannot write the log; the site keeps running: ${error.message}`)
    broken = true
  })
  destination.on('drop', () => {
    dropped++
  })
  destination.on('write', () => {
    broken = false
    if (dropped === reported) return
    const lines = dropped - reported
    reported = dropped
    log.warn({ dropped: lines }, 'log lines were dropped: the log could not be written fast enough')
  })

  async function close(): Promise<boolean> {
    log.level = 'silent' // The destination would throw for a later line.
    const ended = Promise.withResolvers<boolean>()
    for (const event of ['close', 'error']) destination.once(event, () => ended.resolve(true))
    setTimeout(() => ended.resolve(false), CLOSE_TIMEOUT_MS)
    destination.end()
    const hasEnded = await ended.promise
    destination.destroy()
    return hasEnded
  }
  return { log, dropped: () => dropped, close }
}
