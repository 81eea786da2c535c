import { Overloaded } from '../errors.ts'
import type { Counts } from '../summary.ts'
import { type Counter, createCounter } from './counter.ts'
import { createRenderTimes } from './render-times.ts'
import { createSlotPools, type PageWork } from './slots.ts'

// What may run, what waits, and what is refused. A page waits twice: for its data source, with many others, and for the
// processor, with few. What has begun on the processor is finished before anything else begins, so that a crowd gets as many
// pages as a few visitors would: https://sre.google/sre-book/handling-overload/

/** A page that would wait longer for the processor is refused before it is loaded. */
const MAX_PROCESSOR_WAIT_MS = 2000

export interface Limits {
  /**
   * Loads a page when a source slot is free. Rejects with Overloaded where none becomes free in time, and at once where the page
   * is to be rendered and would wait too long for that.
   */
  load<Result>(page: PageWork & { isRendered: boolean }, load: () => Promise<Result>): Promise<Result>
  /**
   * Renders a page when a processor slot is free. What has been loaded is refused only where its time is over before that.
   * The page holds the slot until it is disposed of, so that it is compressed before another page begins:
   * `using page = await limits.render(…)`. While a component suspends, the page waits as for a source, without the slot.
   */
  render(page: PageWork, render: () => Promise<Buffer>): Promise<PageInSlot>
}

/** The HTML of a page, and its processor slot. */
export interface PageInSlot extends Disposable {
  html: Buffer
}

export function createLimits(counts: Counts): Limits {
  const times = createRenderTimes()
  const slots = createSlotPools(times.add)
  /** The pages that are loaded, or wait for that, and are to be rendered. */
  const loading = createCounter()
  /** The pages that are rendered, or wait for that. */
  const onProcessor = createCounter()

  /**
   * In milliseconds: how long a page that comes now would wait for the processor. Those of other groups that are loaded do
   * not count: their source may be slower.
   */
  function processorWait({ group }: PageWork): number {
    let ms = loading.of(group) * times.of(group)
    for (const [other, pages] of onProcessor.entries()) ms += pages * times.of(other)
    return Math.round(ms)
  }

  /** Counts a page until it is disposed of. */
  function count(counter: Counter | undefined, { group }: PageWork): Disposable {
    counts.waiting++
    counter?.add(group)
    return {
      [Symbol.dispose]() {
        counts.waiting--
        counter?.remove(group)
      },
    }
  }

  const load: Limits['load'] = async (page, work) => {
    const wait = page.isRendered ? processorWait(page) : 0
    if (wait > MAX_PROCESSOR_WAIT_MS) throw new Overloaded(`the processor would be free in ${wait} ms`)
    using _count = count(page.isRendered ? loading : undefined, page)
    using _slot = await slots.acquireSource(page)
    page.signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      // What fails is not rendered: pages that wait for that source are not to keep others away.
      times.add(page.group, 0)
      throw error
    }
  }

  /** Waits for a processor slot, in which a page is counted. */
  async function processorSlot(page: PageWork): Promise<DisposableStack> {
    using held = new DisposableStack()
    held.use(count(onProcessor, page))
    held.use(await slots.acquireProcessor(page))
    page.signal.throwIfAborted()
    return held.move()
  }

  const render: Limits['render'] = async (page, work) => {
    using held = await processorSlot(page)
    const rendering = work()
    // React renders a page in one tick, unless a component suspends.
    if (await endsInThisTick(rendering)) return inSlot(await rendering, held.move())
    held.dispose()
    const html = await waitForSource(page, rendering)
    return inSlot(html, await processorSlot({ ...page, bytes: 0 }))
  }

  async function waitForSource<Result>(page: PageWork, work: Promise<Result>): Promise<Result> {
    using _count = count(loading, page)
    using _slot = slots.takeSource(page)
    return await work
  }

  return { load, render }
}

const inSlot = (html: Buffer, slot: Disposable): PageInSlot => ({
  html,
  [Symbol.dispose]: () => slot[Symbol.dispose](),
})

/** Whether work ends, by success or failure, before the next tick of the event loop. */
const endsInThisTick = (work: Promise<unknown>): Promise<boolean> =>
  new Promise(resolve => {
    const tick = setImmediate(resolve, false)
    const onEnd = () => {
      clearImmediate(tick)
      resolve(true)
    }
    work.then(onEnd, onEnd)
  })
