import { setImmediate as nextTurn } from 'node:timers/promises'

/** How many pages start in a turn of the event loop. With one, pages would cost a fifth more CPU. */
const MAX_STARTS_PER_TURN = 2

/**
 * Spreads the starts of loads and renders over turns of the event loop. Node accepts one connection per turn, so a health check
 * waits for all the work in the turns of the connections before it. After n ms of work, n turns pass without a start: an empty
 * turn costs some microseconds.
 *
 * While a page waits for a render, a load starts only when a render ends: pages loaded in advance would only fill the memory.
 */
export function createTurns(isRenderWaiting: () => boolean) {
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
