import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ProcessLog } from './logger.ts'

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

export const createCounts = (): Counts => ({ requests: 0, errors: 0, refused: 0, waiting: 0 })

/** In milliseconds: how often the delay of the event loop is measured. Node's figure includes it. */
const RESOLUTION = 20

/** Logs a summary of the process at each interval, in milliseconds. */
export function logSummary({ log, dropped }: ProcessLog, counts: Counts, interval: number): void {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION })
  loop.enable()
  const logOnce = () => {
    const { rss, heapUsed } = process.memoryUsage()
    const delay = Math.max(0, Math.round(loop.max / 1e6) - RESOLUTION)
    log.info({ ...counts, dropped: dropped(), delay, rss, heap: heapUsed }, 'summary')
    loop.reset()
    counts.requests = 0
    counts.errors = 0
    counts.refused = 0
  }
  setInterval(logOnce, interval)
}
