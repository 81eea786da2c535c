import { ClientLeft } from '../../server/lib/errors.ts'
import { Overloaded } from './refusal.ts'

/** A right to load or render one page. Write `using permit = await …` to return it to its pool at the end of the block. */
export type Permit = Disposable

/** A request for a permit. All requests with the same `route` share that route's part of the pool. */
export interface PageRequest {
  route: object
  /** Ends the wait when it aborts. */
  signal: AbortSignal
}

export interface Pool {
  /** Resolves in the order of the requests, except that a route whose part of the pool is used up lets others pass. */
  acquire(page: PageRequest, maxWaitMs?: number): Promise<Permit>
  /** How many pages have a permit or wait for one: of one route, or of all. */
  size(route?: object): number
  /** How many pages of a route have a permit. */
  taken(route: object): number
  hasWaiting(): boolean
}

/** Creates a pool of `max` permits. `mayTake` says whether a route may take one more: it has `ofRoute`, and `free` are left. */
export function createPool(
  max: number,
  mayTake: (permits: { free: number; ofRoute: number }) => boolean,
): Pool {
  const waiting = new Set<{ route: object; enter(): void }>()
  const taken = createTally()
  const all = createTally()

  const isNext = ({ route }: { route: object }) =>
    mayTake({ free: max - taken.total(), ofRoute: taken.of(route) })

  function take(route: object): Permit {
    taken.add(route, 1)
    return {
      [Symbol.dispose]() {
        taken.add(route, -1)
        all.add(route, -1)
        waiting.values().find(isNext)?.enter()
      },
    }
  }

  async function acquire({ route, signal }: PageRequest, maxWaitMs?: number): Promise<Permit> {
    signal.throwIfAborted()
    all.add(route, 1)
    if (isNext({ route })) return take(route)
    const { promise, resolve, reject } = Promise.withResolvers<Permit>()
    const leave = () => {
      waiting.delete(waiter)
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    const enter = () => {
      leave()
      resolve(take(route))
    }
    const refuse = (reason: unknown) => {
      leave()
      all.add(route, -1)
      reject(reason)
    }
    const onAbort = () =>
      refuse(signal.reason instanceof ClientLeft ? signal.reason : new Overloaded(TOO_LATE))
    const onTimeout = () => refuse(new Overloaded(`no load was free for ${maxWaitMs} ms`))
    const timer = maxWaitMs && setTimeout(onTimeout, maxWaitMs)
    const waiter = { route, enter }
    signal.addEventListener('abort', onAbort)
    waiting.add(waiter)
    return promise
  }

  return {
    acquire,
    size: route => (route ? all.of(route) : all.total()),
    taken: taken.of,
    hasWaiting: () => waiting.size > 0,
  }
}

const TOO_LATE = 'its time was over before its render began'

/** Counts pages, in total and by route. */
function createTally() {
  const counts = new Map<object, number>()
  let total = 0
  const of = (route: object) => counts.get(route) ?? 0
  return {
    of,
    total: () => total,
    add(route: object, n: 1 | -1) {
      total += n
      const count = of(route) + n
      if (count > 0) counts.set(route, count)
      else counts.delete(route)
    },
  }
}
