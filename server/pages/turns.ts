/** Each function resolves in a turn of the event loop of its own. */
export interface Turns {
  /** For a page that may be loaded. Pages that may be rendered go first, so that few wait in memory with their data. */
  toBegin(): Promise<void>
  toRender(): Promise<void>
}

/**
 * Hands out the turns of the event loop, one to each page. In a turn Node accepts one connection, and reads what others
 * have sent. Where many pages were made in one turn, a probe would wait for all of them, and the last of five hundred new
 * connections for that five hundred times.
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
      const resolve = rendering.shift() ?? beginning.shift()
      resolve?.()
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
