import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'

/**
 * Passes on in one piece what is written within one tick. React writes a page in a dozen pieces; each of them would
 * cost compression a turn in the thread pool, and the socket a chunk of its own.
 */
export function gather(response: ServerResponse & { flush?: () => void }): Writable {
  let pieces: Uint8Array[] = []
  let planned = false
  const pass = () => {
    planned = false
    const whole = Buffer.concat(pieces)
    pieces = []
    if (gathered.ended) response.end(whole)
    else {
      response.write(whole)
      response.flush?.()
    }
  }
  const plan = () => {
    if (!planned) process.nextTick(pass)
    planned = true
  }
  const gathered = {
    ended: false,
    write(piece: string | Uint8Array) {
      pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
      plan()
      return !response.writableNeedDrain
    },
    end() {
      gathered.ended = true
      plan()
    },
    on: response.on.bind(response),
    destroy: response.destroy.bind(response),
  }
  return gathered as unknown as Writable
}
