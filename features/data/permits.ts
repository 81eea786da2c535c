import { ClientLeft } from '../../server/lib/errors.ts'
import { Overloaded } from './refusal.ts'

/** Returned to its pool at the end of the block: `using permit = await …`. */
export type Permit = Disposable

/** The pages that share a load permit's half: those of one route. */
export interface PageRequest {
  route: object
  /** Ends the wait. */
  signal: AbortSignal
}

export interface Pool {
  /** Resolves in the order of the requests, except that a route whose share is taken lets others pass. */
  acquire(page: PageRequest, maxWaitMs?: number): Promise<Permit>
  /** How many have a permit or wait for one: of a route, or of all. */
  size(route?: object): number
  /** How many of a route have a permit. */
  taken(route: object): number
  hasWaiting(): boolean
}

/** `mayTake` says whether a route with so many permits may take one more. */
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

/** Counts by route. */
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
