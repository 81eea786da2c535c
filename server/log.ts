import { writeSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Logger, pino } from 'pino'

export type { Logger }

/** In milliseconds: how long a line may wait for others before they are written together. */
const LOG_DELAY = 100

/** In bytes: how many may wait. */
const LOG_BATCH = 8192

/** In bytes: what is kept for a reader that stalls. Lines beyond are dropped, and counted. */
const LOG_BUFFER = 8_000_000

/** In milliseconds: how long the end of the process waits for the last lines. */
const LOG_CLOSE = 1000

/** Writes a line to stderr at once. Where nobody reads it any more, that must not end the process, too. */
export function toStderr(line: string): void {
  try {
    writeSync(2, `${line}\n`)
  } catch {}
}

export interface ProcessLog {
  log: Logger
  /** How many lines were dropped so far, because nobody read them fast enough. */
  dropped: () => number
  /** Writes what is left, as far as it can be written. Resolves to whether all of it was. */
  close: () => Promise<boolean>
}

/** Errors are logged as describeError has described them: pino would add every property that they have. */
export const serializers = { err: (described: unknown) => described }

/**
 * One JSON line an event on stdout, each with `base`. A log that cannot be written never stops the site: stderr gets
 * one line.
 */
export function createLogger(level: string, base: object): ProcessLog {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: LOG_BATCH,
    maxLength: LOG_BUFFER,
    periodicFlush: LOG_DELAY,
  })
  const log = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination)
  let broken = false
  let [dropped, reported] = [0, 0]
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

  async function close(): Promise<boolean> {
    log.level = 'silent' // The destination would throw at a later line.
    const ended = Promise.withResolvers<boolean>()
    for (const event of ['close', 'error']) destination.once(event, () => ended.resolve(true))
    destination.end()
    const written = await Promise.race([ended.promise, delay(LOG_CLOSE, false)])
    destination.destroy()
    return written
  }
  return { log, dropped: () => dropped, close }
}
