import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { describeError } from './errors.ts'
import type { Logger, ProcessLog } from './logger.ts'

/** The counts of requests since the last summary. */
export interface Counts {
  requests: number
  /** Responses with a status of 500 or more, except to refused requests. */
  errors: number
}

export const createCounts = (): Counts => ({ requests: 0, errors: 0 })

/** The interval at which Node measures the event loop's delay. Its figure includes the interval. */
const RESOLUTION_MS = 20

/** Logs a summary at each interval, with the features' figures. */
export function logSummary(
  { log, dropped }: ProcessLog,
  counts: Counts,
  figures: () => Readonly<Record<string, number>>,
  intervalMs: number,
): void {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  loop.enable()
  const logOnce = () => {
    const delay = Math.max(0, Math.round(loop.max / 1e6) - RESOLUTION_MS)
    const heap = getHeapStatistics().used_heap_size
    log.info(
      { ...counts, ...figures(), dropped: dropped(), delay, rss: residentMemory(log), heap },
      'summary',
    )
    loop.reset()
    Object.assign(counts, createCounts())
  }
  setInterval(logOnce, intervalMs)
}

/**
 * The resident memory in bytes. Node reads it from a file, which can't be opened if the process has reached its limit of open
 * files. In that state Node closes new connections without reporting it: https://github.com/joyent/libuv/issues/315
 */
function residentMemory(log: Logger): number | undefined {
  try {
    return process.memoryUsage.rss()
  } catch (error) {
    log.error(
      { err: describeError(error) },
      'too many open files: no file can be opened, and no connection accepted',
    )
    return undefined
  }
}
