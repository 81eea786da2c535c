import type { Row } from '../../shared/page-table.ts'
import type { Counts } from '../summary.ts'

/** How many requests for one row may wait long for its source. A hanging source affects no other page. */
export const MAX_WAITING = 100

/** In milliseconds: a request that waits longer counts. Those of a source that answers are gone by then. */
const LONG_WAIT = 1000

/** Limits how many requests wait for the source of a row, all its paths together. */
export function createWaitingLimit(counts: Counts) {
  /** How many requests have waited long, and still wait. */
  const waitingLong = new Map<Row, number>()
  const change = (row: Row, by: 1 | -1) => waitingLong.set(row, (waitingLong.get(row) ?? 0) + by)

  return {
    isReached: (row: Row): boolean => (waitingLong.get(row) ?? 0) >= MAX_WAITING,
    /** Counts a request while it waits. */
    async wait<Result>(row: Row, source: Promise<Result>): Promise<Result> {
      let isLong = false
      const timer = setTimeout(() => {
        isLong = true
        change(row, 1)
      }, LONG_WAIT)
      counts.waiting++
      try {
        return await source
      } finally {
        clearTimeout(timer)
        counts.waiting--
        if (isLong) change(row, -1)
      }
    },
  }
}
