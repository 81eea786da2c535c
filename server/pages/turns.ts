/** Each function resolves in a turn of the event loop that is shared with few others. */
export interface Turns {
  /** For a page that may be loaded. */
  toBegin(): Promise<void>
  /** For a page that may be rendered. */
  toRender(): Promise<void>
}

/** How many pages are rendered in a turn, or begun. One by one they would cost a fifth more CPU. */
const MAX_IN_TURN = 2

/**
 * Hands out the turns of the event loop. In a turn Node accepts one connection, and reads what others have sent: if
 * many pages were rendered in one turn, a probe would wait for all of them, and a new connection would wait for that once for
 * each connection before it. While pages wait with their data in memory, no other is begun.
 */
export function createTurns(): Turns {
  const rendering: (() => void)[] = []
  const beginning: (() => void)[] = []
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || rendering.length + beginning.length === 0) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      const turn = rendering.splice(0, MAX_IN_TURN)
      if (rendering.length === 0) turn.push(...beginning.splice(0, MAX_IN_TURN))
      for (const resolve of turn) resolve()
      schedule()
    })
  }

  const waitIn = (queue: (() => void)[]) => () =>
    new Promise<void>(resolve => {
      queue.push(resolve)
      schedule()
    })
  return { toBegin: waitIn(beginning), toRender: waitIn(rendering) }
}
