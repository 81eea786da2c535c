import { availableParallelism } from 'node:os'
import { ClientLeft, Overloaded } from '../errors.ts'
import { createCounter } from './counter.ts'

/** How many pages wait for data sources at once. */
const SOURCE_SLOTS = 128

/** How long a page waits for a source slot before it is refused. */
export const SOURCE_QUEUE_TIMEOUT_MS = 1000

/** How many pages are on the processor at once. The main thread renders one, each of the four threads of libuv compresses one. */
const PROCESSOR_SLOTS = Math.min(availableParallelism(), 4) + 1

/** In bytes: while more than this has been loaded and waits for the processor, nothing else is loaded. */
const MAX_WAITING_BYTES = 4_000_000

/**
 * How many pages begin to load or to render in one tick of the event loop. Node accepts one connection in a tick: a probe
 * would wait for all pages of each tick before its own. One by one the pages would cost a fifth more CPU.
 */
const MAX_STARTS_PER_TICK = 2

/** A page that waits for a slot. */
export interface PageWork {
  /** Pages that are alike in cost and share the source slots of a group, such as those of a row. */
  group: object
  /** Ends the wait. */
  signal: AbortSignal
  /** How much memory its data takes while it waits for the processor. */
  bytes?: number
}

/** Frees a slot when its block ends: `using slot = await …`. */
type Slot = Disposable

export interface SlotPools {
  /** Rejects with Overloaded where none becomes free in time, and with ClientLeft where nobody waits any more. */
  acquireSource(page: PageWork): Promise<Slot>
  /** Takes a source slot where none may be free: for a page that waits already. */
  takeSource(page: PageWork): Slot
  /** Rejects with Overloaded where none becomes free before the page's own time is over, and with ClientLeft as above. */
  acquireProcessor(page: PageWork): Promise<Slot>
}

interface Waiting {
  page: PageWork
  enter(): void
}

/** Hands out slots. Pages that wait for the processor go first: they hold data. `onRendered` is called when one has left it. */
export function createSlotPools(onRendered: (group: object, ms: number) => void): SlotPools {
  const sourceQueue = new Set<Waiting>()
  const processorQueue = new Set<Waiting>()
  const sourceSlots = createCounter()
  let freeSourceSlots = SOURCE_SLOTS
  let freeProcessorSlots = PROCESSOR_SLOTS
  let waitingBytes = 0
  let startsInTick = 0
  /** By performance.now(): since when the processor has worked for the page that ends next. */
  let workingSince = 0

  function takeSourceSlot({ group }: PageWork): Slot {
    freeSourceSlots--
    sourceSlots.add(group)
    return {
      [Symbol.dispose]() {
        freeSourceSlots++
        sourceSlots.remove(group)
        start()
      },
    }
  }

  function takeProcessorSlot({ group }: PageWork): Slot {
    if (freeProcessorSlots === PROCESSOR_SLOTS) workingSince = performance.now()
    freeProcessorSlots--
    return {
      [Symbol.dispose]() {
        // Not since the page has its slot: the processor has worked for others meanwhile.
        const now = performance.now()
        onRendered(group, now - workingSince)
        workingSince = now
        freeProcessorSlots++
        start()
      },
    }
  }

  /** A group has at most half of the slots that others have left: one whose source hangs has 64, a second one 32. */
  const hasSourceSlot = ({ page: { group } }: Waiting) => sourceSlots.of(group) < freeSourceSlots

  function nextToStart(): Waiting | undefined {
    const [first] = processorQueue
    if (first && freeProcessorSlots > 0) return first
    return waitingBytes > MAX_WAITING_BYTES ? undefined : sourceQueue.values().find(hasSourceSlot)
  }

  /** Lets those enter whose turn it is, a few in each tick. */
  function start(): void {
    for (let next = nextToStart(); next && startsInTick < MAX_STARTS_PER_TICK; next = nextToStart()) {
      if (startsInTick++ === 0) setImmediate(startInNextTick)
      next.enter()
    }
  }

  function startInNextTick(): void {
    startsInTick = 0
    start()
  }

  /** Resolves when it is the page's turn, to the slot that it has then. */
  async function waitIn(
    queue: Set<Waiting>,
    page: PageWork,
    takeSlot: (page: PageWork) => Slot,
    timeoutMs?: number,
  ): Promise<Slot> {
    const { signal } = page
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Slot>()
    const enter = () => {
      queue.delete(waiting)
      resolve(takeSlot(page))
    }
    /** Does nothing where it has entered. */
    const leave = (reason: unknown) => {
      if (queue.delete(waiting)) reject(reason)
    }
    const waiting = { page, enter }
    queue.add(waiting)
    start()
    if (!queue.has(waiting)) return promise
    const onAbort = () =>
      leave(signal.reason instanceof ClientLeft ? signal.reason : new Overloaded('no slot was free in time'))
    signal.addEventListener('abort', onAbort)
    const timer =
      timeoutMs &&
      setTimeout(() => leave(new Overloaded(`no source slot was free for ${timeoutMs} ms`)), timeoutMs)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  return {
    acquireSource: page => waitIn(sourceQueue, page, takeSourceSlot, SOURCE_QUEUE_TIMEOUT_MS),
    takeSource: takeSourceSlot,
    async acquireProcessor(page) {
      const { bytes = 0 } = page
      waitingBytes += bytes
      try {
        return await waitIn(processorQueue, page, takeProcessorSlot)
      } finally {
        waitingBytes -= bytes
        start()
      }
    },
  }
}
