import { ClientLeft, Refused } from '../errors.ts'
import type { Turns } from '../pages/turns.ts'
import { type Closable, withTimeout } from '../pages/with-timeout.ts'
import type { Counts } from '../summary.ts'

/** How many pages are made at once: loaded, rendered and compressed. */
const MAX_PLACES = 128

/** How long a page waits for a place. With LIVE_PAGE_TIMEOUT_MS it is less than a proxy waits for a page. */
export const QUEUE_TIMEOUT_MS = 1000

/**
 * Does the work of a page when there is a place: `share` stands for those that share one, such as the pages of a row.
 * Rejects with Refused where none becomes free in time, and otherwise as withTimeout does.
 */
export type Make = <Result>(
  share: object,
  work: (signal: AbortSignal) => Promise<Result>,
  res?: Closable,
) => Promise<Result>

/** Who waits for a place. */
interface Waiting {
  share: object
  enter(): void
}

/**
 * Bounds how many pages are made at once. A share has at most half of the places that others have left: a row whose source
 * hangs takes half of all, and a second one half of the rest. Who finds none waits in a queue.
 */
export function createConcurrencyLimit(counts: Counts, turns: Turns): Make {
  const taken = new Map<object, number>()
  const queue = new Set<Waiting>()
  let free = MAX_PLACES

  const takenBy = (share: object) => taken.get(share) ?? 0
  const hasPlace = (share: object) => takenBy(share) < free

  function take(share: object): void {
    taken.set(share, takenBy(share) + 1)
    free--
  }

  function giveBack(share: object): void {
    taken.set(share, takenBy(share) - 1)
    if (takenBy(share) === 0) taken.delete(share)
    free++
    for (const waiting of queue) if (hasPlace(waiting.share)) waiting.enter()
  }

  /** Resolves when a place has been taken. */
  async function waitForPlace(share: object, res: Closable | undefined): Promise<void> {
    if (hasPlace(share)) return take(share)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const enter = () => {
      queue.delete(waiting)
      take(share)
      resolve()
    }
    const waiting = { share, enter }
    const refuse = () => reject(new Refused(`no place to make a page was free for ${QUEUE_TIMEOUT_MS} ms`))
    const onClose = () => reject(new ClientLeft())
    queue.add(waiting)
    const timer = setTimeout(refuse, QUEUE_TIMEOUT_MS)
    res?.once('close', onClose)
    try {
      await promise
    } finally {
      queue.delete(waiting)
      clearTimeout(timer)
      res?.off('close', onClose)
    }
  }

  return async (share, work, res) => {
    counts.waiting++
    try {
      await waitForPlace(share, res)
      try {
        return await withTimeout(async signal => {
          await turns.toBegin()
          signal.throwIfAborted()
          return work(signal)
        }, res)
      } finally {
        giveBack(share)
      }
    } finally {
      counts.waiting--
    }
  }
}
