import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ClientLeft } from '../../server/lib/errors.ts'
import type { Figures } from './figures.ts'
import { Overloaded } from './refusal.ts'

// How many pages with data are loaded and rendered at once:
//
// - 128 pages load at once, and a route takes at most half of what is free: a slow source never blocks another route. Whoever
//   waits a second for that gets a 503 with Retry-After.
// - Renders, each with its compression, are cores + 1. What has begun is finished first, so a crowd gets as many pages as a
//   few visitors would.
// - Whoever would wait over two seconds for a render gets the 503 before anything is loaded.
//
// Why: https://sre.google/sre-book/handling-overload/

const MAX_LOADS = 128
export const MAX_LOAD_WAIT_MS = 1000

/** The main thread renders one page while each of libuv's four threads compresses another. */
const MAX_RENDERS = Math.min(availableParallelism(), 4) + 1
const MAX_RENDER_WAIT_MS = 2000

/** One start per turn of the event loop would cost a fifth more CPU. */
const MAX_STARTS_PER_TURN = 2

const TOO_LATE = 'its time was over before its render began'

/** The weight of the last render in the moving mean: one pause of the process isn't the cost of a page. */
const LAST_RENDER_WEIGHT = 1 / 8

/** Returned to its pool at the end of the block: `using permit = await …`. */
type Permit = Disposable

/** The HTML of a page, and its permit: compress it before you dispose of it. */
interface Rendered extends Permit {
  html: Buffer
}

/** The pages that share a load permit's half: those of one route. */
interface PageRequest {
  route: object
  /** Ends the wait. */
  signal: AbortSignal
}

export interface Concurrency {
  /**
   * Waits for a permit to load a page. Hold it until the page is rendered: it also bounds how many loaded pages wait for that.
   * Rejects with Overloaded or ClientLeft.
   */
  permitLoad(page: PageRequest & { willRender: boolean }): Promise<Permit>
  /** Waits for a permit, and renders. Rejects with Overloaded where the page's time is over before that, or with ClientLeft. */
  render(page: PageRequest, render: () => Promise<Buffer>): Promise<Rendered>
}

export function createConcurrency(figures: Figures): Concurrency {
  const loads = createPool(MAX_LOADS, ({ free, ofRoute }) => ofRoute < free)
  const renders = createPool(MAX_RENDERS, ({ free }) => free > 0)
  let meanRenderMs = 0
  let lastRenderEnd = 0
  const turns = createTurns(renders.hasWaiting)

  /** Refuses a page that would wait too long: for so many of its route, and for all of others that render. */
  function refuseLate(route: object, pagesOfRoute: number): void {
    const loading = Math.max(0, pagesOfRoute - renders.size(route))
    const waitMs = Math.round((loading + renders.size()) * meanRenderMs)
    if (waitMs > MAX_RENDER_WAIT_MS) throw new Overloaded(`its render would begin in ${waitMs} ms`)
  }

  async function permitLoad({ route, signal, willRender }: Parameters<Concurrency['permitLoad']>[0]) {
    if (willRender) refuseLate(route, loads.taken(route))
    using permits = new DisposableStack()
    figures.inFlight++
    permits.defer(() => figures.inFlight--)
    permits.use(await loads.acquire({ route, signal }, MAX_LOAD_WAIT_MS))
    await turns.toLoad()
    signal.throwIfAborted()
    // Meanwhile others have shown how long a render takes.
    if (willRender) refuseLate(route, loads.taken(route) - 1)
    return permits.move()
  }

  async function permitRender(page: PageRequest): Promise<Permit> {
    const permit = await renders.acquire(page)
    const begin = performance.now()
    return {
      [Symbol.dispose]() {
        const end = performance.now()
        // Not since its own begin alone: until the render before it ended, the processor worked for that one.
        const ms = end - Math.max(begin, lastRenderEnd)
        meanRenderMs += (ms - meanRenderMs) * LAST_RENDER_WEIGHT
        lastRenderEnd = end
        permit[Symbol.dispose]()
        turns.onRenderEnd()
      },
    }
  }

  async function render(page: PageRequest, work: () => Promise<Buffer>): Promise<Rendered> {
    using permits = new DisposableStack()
    permits.use(await permitRender(page))
    await turns.toRender()
    page.signal.throwIfAborted()
    const rendering = work()
    // React renders a page in one turn, unless a component suspends. Then it waits for a source, and others render meanwhile.
    if (!(await settlesInThisTurn(rendering))) {
      permits.dispose()
      await rendering
      return renderedWith(await rendering, await permitRender(page))
    }
    return renderedWith(await rendering, permits.move())
  }

  return { permitLoad, render }
}

const renderedWith = (html: Buffer, permit: Permit): Rendered => ({
  html,
  [Symbol.dispose]: () => permit[Symbol.dispose](),
})

const settlesInThisTurn = (work: Promise<unknown>): Promise<boolean> => {
  const settled = () => true
  return Promise.race([work.then(settled, settled), nextTurn(false)])
}

/**
 * Spreads the starts over turns of the event loop. Node accepts one connection per turn, so a health check waits for all that
 * runs in the turns of the connections before it. After n ms of work, n turns pass without a start: each costs some microseconds.
 *
 * While a page waits for a render, loads start as renders end: pages loaded in advance would only fill the memory.
 */
function createTurns(isRenderWaiting: () => boolean) {
  const renders: (() => void)[] = []
  const loads: (() => void)[] = []
  let freeStarts = MAX_STARTS_PER_TURN
  let hasRenderEnded = false

  function startNext(): void {
    while (freeStarts > 0) {
      const start = renders.shift() ?? (isRenderWaiting() && !hasRenderEnded ? undefined : loads.shift())
      if (!start) return
      hasRenderEnded = false
      if (freeStarts-- === MAX_STARTS_PER_TURN) endTurn()
      start()
    }
  }

  async function endTurn(): Promise<void> {
    const begin = performance.now()
    // Node runs React's work in the turn after the start.
    await nextTurn()
    await nextTurn()
    for (let ms = performance.now() - begin; ms >= 1; ms--) await nextTurn()
    freeStarts = MAX_STARTS_PER_TURN
    startNext()
  }

  const waitIn = (queue: (() => void)[]) =>
    new Promise<void>(resolve => {
      queue.push(resolve)
      startNext()
    })

  return {
    toLoad: () => waitIn(loads),
    toRender: () => waitIn(renders),
    onRenderEnd() {
      hasRenderEnded = true
      startNext()
    },
  }
}

interface Pool {
  /** Resolves in the order of the requests, except that a route whose share is taken lets others pass. */
  acquire(page: PageRequest, maxWaitMs?: number): Promise<Permit>
  /** How many have a permit or wait for one: of a route, or of all. */
  size(route?: object): number
  /** How many of a route have a permit. */
  taken(route: object): number
  hasWaiting(): boolean
}

/** `mayTake` says whether a route with so many permits may take one more. */
function createPool(max: number, mayTake: (permits: { free: number; ofRoute: number }) => boolean): Pool {
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
