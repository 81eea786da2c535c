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
  /** Writes what is left, as far as it can be written. Resolves to whether all of it was. */
  close: () => Promise<boolean>
}

/** Errors are logged as describeError has described them: pino would add every property that they have. */
export const serializers = { err: (described: unknown) => described }

/**
 * One JSON line an event on stdout, each with the build that wrote it. A log that cannot be written never stops the
 * site: stderr gets one line.
 */
export function createLogger(level: string, build: string): ProcessLog {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: LOG_BATCH,
    maxLength: LOG_BUFFER,
    periodicFlush: LOG_DELAY,
  })
  const options = {
    level,
    base: { build },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers,
  }
  const log = pino(options, destination)
  let broken = false
  let dropped = 0
  destination.on('error', (error: Error) => {
    if (!broken) toStderr(`The log cannot be written, and the site goes on: ${error.message}`)
    broken = true
  })
  destination.on('drop', () => dropped++)
  destination.on('write', () => {
    broken = false
    if (dropped === 0) return
    const lines = dropped
    dropped = 0
    log.warn({ dropped: lines }, 'log lines were dropped: the log could not be written fast enough')
  })

  async function close(): Promise<boolean> {
    const closed = new Promise(resolve => destination.once('close', () => resolve(true)))
    const failed = new Promise(resolve => destination.once('error', () => resolve(true)))
    destination.end()
    const ended = await Promise.race([closed, failed, delay(LOG_CLOSE, false)])
    destination.destroy()
    return ended === true
  }
  return { log, close }
}
