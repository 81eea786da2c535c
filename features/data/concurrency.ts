import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ClientLeft } from '../../server/lib/errors.ts'
import { Overloaded } from './refusal.ts'

// Limits how many pages with data are loaded and rendered at once:
//
// - At most 128 pages load at once. A route gets another permit only if more are free than it holds, so a slow source never
//   blocks another route. A request that has waited a second for its permit gets a 503 with Retry-After.
// - One page more than there are cores, but at most five, are rendered and compressed at once. Pages that have begun are
//   finished first, so a crowd gets as many pages per second as a few visitors would.
// - A request that would wait over two seconds for its render gets the 503 before anything is loaded.
//
// Why: https://sre.google/sre-book/handling-overload/

const MAX_LOADS = 128
export const MAX_LOAD_WAIT_MS = 1000

/** The main thread renders one page while each of libuv's four threads compresses another. */
const MAX_RENDERS = Math.min(availableParallelism(), 4) + 1
const MAX_RENDER_WAIT_MS = 2000

/** The weight of the last render in the moving mean. It's small, so that one pause of the process hardly counts. */
const LAST_RENDER_WEIGHT = 1 / 8

/** A right to load or render one page. Write `using permit = await …` to return it to its pool at the end of the block. */
type Permit = Disposable

/** A request for a permit. All requests with the same `route` share that route's part of the pool. */
interface PageRequest {
  route: object
  /** Ends the wait when it aborts. */
  signal: AbortSignal
}

/** The HTML of a page, with its permit to render. Compress the HTML before you dispose of the permit. */
interface Rendered extends Permit {
  html: Buffer
}

export interface Concurrency {
  /**
   * Waits for a permit to load a page. Hold the permit until the page is rendered, because it also limits how many loaded pages
   * wait for their render. Rejects with Overloaded, or with the signal's reason.
   */
  permitLoad(page: PageRequest & { willRender: boolean }): Promise<Permit>
  /** Waits for a permit, then renders. Rejects with Overloaded, with the signal's reason, or with the error of `render`. */
  render(page: PageRequest, render: () => Promise<Buffer>): Promise<Rendered>
  /** How many pages load or render now, or wait for it. */
  inFlight(): number
}

export function createConcurrency(): Concurrency {
  const loads = createPool(MAX_LOADS, ({ free, ofRoute }) => ofRoute < free)
  const renders = createPool(MAX_RENDERS, ({ free }) => free > 0)
  let meanRenderMs = 0
  let lastRenderEnd = 0
  let inFlight = 0
  const turns = createTurns(renders.hasWaiting)

  /**
   * Refuses a page that would wait too long to render. Ahead of it are the pages of its route that are still loading, and every
   * page that is rendering or waiting to.
   */
  function refuseLate(route: object, pagesOfRoute: number): void {
    const loading = Math.max(0, pagesOfRoute - renders.sizeOf(route))
    const waitMs = Math.round((loading + renders.size()) * meanRenderMs)
    if (waitMs > MAX_RENDER_WAIT_MS) throw new Overloaded(`it would have waited ${waitMs} ms to render`)
  }

  async function permitLoad({ route, signal, willRender }: Parameters<Concurrency['permitLoad']>[0]) {
    if (willRender) refuseLate(route, loads.held(route))
    using permits = new DisposableStack()
    inFlight++
    permits.defer(() => inFlight--)
    permits.use(await loads.acquire({ route, signal }, MAX_LOAD_WAIT_MS))
    await turns.toLoad()
    signal.throwIfAborted()
    // While this page waited, other pages may have shown that a render takes longer.
    if (willRender) refuseLate(route, loads.held(route) - 1)
    return permits.move()
  }

  async function permitRender(page: PageRequest): Promise<Permit> {
    const permit = await renders.acquire(page)
    const begin = performance.now()
    return {
      [Symbol.dispose]() {
        const end = performance.now()
        // Until the previous render ended, the CPU was busy with it, so that time isn't counted.
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
    // React renders a page in one turn of the event loop, unless a component suspends. Such a page gives back its permit, so that
    // others render while it waits for its source.
    const settled = () => true
    const hasSettled = await Promise.race([rendering.then(settled, settled), nextTurn(false)])
    if (!hasSettled) {
      permits.dispose()
      const html = await rendering
      return renderedWith(html, await permitRender(page))
    }
    return renderedWith(await rendering, permits.move())
  }

  return { permitLoad, render, inFlight: () => inFlight }
}

const renderedWith = (html: Buffer, permit: Permit): Rendered => ({
  html,
  [Symbol.dispose]: () => permit[Symbol.dispose](),
})

interface Pool {
  /** Resolves in the order of the requests, except that a route whose part of the pool is used up lets others pass. */
  acquire(page: PageRequest, maxWaitMs?: number): Promise<Permit>
  /** How many pages have a permit or wait for one. */
  size(): number
  /** How many of these are a route's. */
  sizeOf(route: object): number
  /** How many pages of a route have a permit. */
  held(route: object): number
  hasWaiting(): boolean
}

/** Creates a pool of `max` permits. `canGrant` says whether a route may take one more: it has `ofRoute`, and `free` are left. */
function createPool(max: number, canGrant: (permits: { free: number; ofRoute: number }) => boolean): Pool {
  let free = max
  const heldByRoute = new WeakMap<object, number>()
  const waiting = new Set<{ route: object; enter(): void }>()

  const held = (route: object) => heldByRoute.get(route) ?? 0
  const isNext = ({ route }: { route: object }) => canGrant({ free, ofRoute: held(route) })

  function grant(route: object): Permit {
    free--
    heldByRoute.set(route, held(route) + 1)
    return {
      [Symbol.dispose]() {
        free++
        heldByRoute.set(route, held(route) - 1)
        waiting.values().find(isNext)?.enter()
      },
    }
  }

  async function acquire({ route, signal }: PageRequest, maxWaitMs?: number): Promise<Permit> {
    signal.throwIfAborted()
    if (isNext({ route })) return grant(route)
    const { promise, resolve, reject } = Promise.withResolvers<Permit>()
    const leave = () => {
      waiting.delete(waiter)
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    const enter = () => {
      leave()
      resolve(grant(route))
    }
    const refuse = (reason: unknown) => {
      leave()
      reject(reason)
    }
    const onAbort = () => {
      const isGone = signal.reason instanceof ClientLeft
      refuse(isGone ? signal.reason : new Overloaded('its time ran out before its render began'))
    }
    const onTimeout = () => refuse(new Overloaded(`it has waited ${maxWaitMs} ms to load`))
    const timer = maxWaitMs && setTimeout(onTimeout, maxWaitMs)
    const waiter = { route, enter }
    signal.addEventListener('abort', onAbort)
    waiting.add(waiter)
    return promise
  }

  return {
    acquire,
    size: () => max - free + waiting.size,
    sizeOf: route => held(route) + [...waiting].filter(page => page.route === route).length,
    held,
    hasWaiting: () => waiting.size > 0,
  }
}

/** How many pages start in a turn of the event loop. With one, pages would cost a fifth more CPU. */
const MAX_STARTS_PER_TURN = 2

/**
 * Spreads the starts of loads and renders over turns of the event loop. Node accepts one connection per turn, so a health check
 * waits one turn for each connection ahead of it, including the work done in that turn. So after n ms of work, the next n turns
 * start nothing; an empty turn costs a few microseconds.
 *
 * While a page waits for a render, a load starts only when a render ends: pages loaded in advance would only fill the memory.
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
