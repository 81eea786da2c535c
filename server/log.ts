import { readFileSync, writeSync } from 'node:fs'
import { SourceMap } from 'node:module'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { RequestHandler } from 'express'
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

/** One frame of a stack in a bundle, such as `file:///site/build/start.js:12:345`. */
const FRAME = /(?:file:\/\/)?[^\s(]*\.js:(\d+):(\d+)/g

let sourceMap: SourceMap | undefined

/**
 * A stack with the files and lines of the source. The bundle's source map is read for the first error: with
 * --enable-source-maps Node would read it at each start, for 100 ms and 30 MB.
 */
export function readableStack(stack: string): string {
  const file = `${import.meta.filename}.map`
  try {
    sourceMap ??= new SourceMap(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return stack
  }
  const map = sourceMap
  return stack.replaceAll(FRAME, (frame, line, column) => {
    if (!frame.includes(import.meta.filename)) return frame
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1)
    if (!('originalSource' in entry)) return frame
    return `${entry.originalSource.replace(/^(\.\.\/)+/, '')}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

const serializers = {
  err: (error: Error) => {
    const { stack, ...rest } = pino.stdSerializers.err(error)
    return { ...rest, stack: readableStack(stack) }
  },
}

/** One JSON line an event on stdout. A log that cannot be written never stops the site: stderr gets one line. */
export function createLogger(level: string): ProcessLog {
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: LOG_BATCH,
    maxLength: LOG_BUFFER,
    periodicFlush: LOG_DELAY,
  })
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, destination)
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

/** Why the server itself has cut a connection. */
export class ConnectionCut extends Error {}

/** nginx's number for a visitor who left before the response was complete. It is only ever logged. */
const VISITOR_LEFT = 499

/** What a request gets whose connection the server has cut. It is only ever logged. */
const SERVER_CUT = 503

function statusOf(finished: boolean, status: number, socket: Socket): number {
  if (finished || status >= 500) return status
  return socket.errored instanceof ConnectionCut ? SERVER_CUT : VISITOR_LEFT
}

/**
 * Middleware that logs each response when it is out: neither the address nor the software of the visitor, nor the
 * query, because none of it is needed to run the site. Requests of `silent` paths are not logged.
 */
export function logRequests(log: Logger, silent: ReadonlySet<string>): RequestHandler {
  if (!log.isLevelEnabled('info')) return (_req, _res, next) => next()
  /** Of a connection: the bytes of the responses that have been logged. */
  const counted = new WeakMap<Socket, number>()
  return (req, res, next) => {
    const { id, method, path, socket } = req
    const started = performance.now()
    let done = false
    const write = (finished: boolean) => {
      if (done) return
      done = true
      const sent = socket.bytesWritten
      const bytes = sent - (counted.get(socket) ?? 0)
      counted.set(socket, sent)
      if (silent.has(path)) return
      const status = statusOf(finished, res.statusCode, socket)
      const ms = Math.round((performance.now() - started) * 100) / 100
      log.info({ method, path, status, bytes, ms, id })
    }
    // Before Node's own listener, which gives the connection to the next response.
    res.prependListener('finish', () => write(true))
    res.on('close', () => write(false))
    next()
  }
}
