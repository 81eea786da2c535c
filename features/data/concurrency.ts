import { availableParallelism } from 'node:os'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Figures } from './figures.ts'
import { createPool, type PageRequest, type Permit } from './permits.ts'
import { Overloaded } from './refusal.ts'
import { createTurns } from './turns.ts'

// Limits how many pages with data are loaded and rendered at once:
//
// - At most 128 pages load at once. A route gets another permit only while more are free than it holds, so a slow source never
//   blocks another route. A request that has waited a second for its permit gets a 503 with Retry-After.
// - One page more than there are cores, but at most five, are rendered and compressed at once. Pages that have begun are
//   finished first, so a crowd gets as many pages per second as a few visitors would.
// - A request that would wait over two seconds for its render gets the 503 before anything is loaded.
//
// Why: https://sre.google/sre-book/handling-overload/

const MAX_LOADS = 128
export const MAX_LOAD_WAIT_MS = 1000

/** The main thread renders one page while each of libuv's four threads compresses another one. */
const MAX_RENDERS = Math.min(availableParallelism(), 4) + 1
const MAX_RENDER_WAIT_MS = 2000

/** The weight of the last render in the moving mean. It's small, so that one pause of the process hardly counts. */
const LAST_RENDER_WEIGHT = 1 / 8

/** The HTML of a page, with its permit to render. Compress the HTML before you dispose of the permit. */
interface Rendered extends Permit {
  html: Buffer
}

export interface Concurrency {
  /**
   * Waits for a permit to load a page. Hold the permit until the page is rendered, because it also limits how many loaded pages
   * wait for their render. Rejects with Overloaded or ClientLeft.
   */
  permitLoad(page: PageRequest & { willRender: boolean }): Promise<Permit>
  /** Waits for a permit, then renders. Rejects with Overloaded if the page's time is over before the permit, or with ClientLeft. */
  render(page: PageRequest, render: () => Promise<Buffer>): Promise<Rendered>
}

export function createConcurrency(figures: Figures): Concurrency {
  const loads = createPool(MAX_LOADS, ({ free, ofRoute }) => ofRoute < free)
  const renders = createPool(MAX_RENDERS, ({ free }) => free > 0)
  let meanRenderMs = 0
  let lastRenderEnd = 0
  const turns = createTurns(renders.hasWaiting)

  /** Refuses a page that would wait too long for its render: behind the pages of its route that load, and all pages that render. */
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
    // While this page waited, other pages may have shown that a render takes longer.
    if (willRender) refuseLate(route, loads.taken(route) - 1)
    return permits.move()
  }

  async function permitRender(page: PageRequest): Promise<Permit> {
    const permit = await renders.acquire(page)
    const begin = performance.now()
    return {
      [Symbol.dispose]() {
        const end = performance.now()
        // Until the render before this one ended, the processor worked for that one, so its time doesn't count here.
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
