import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'

/** A Writable that React also tells when a batch is complete. */
type PageStream = Writable & { flush(): void }

/**
 * The stream between React and a response. React writes a page in dozens of pieces, each of which would cost
 * compression a turn in the thread pool, and the socket a chunk. This passes on in one piece what is written in one
 * tick. Destroyed, it leaves the response as it is.
 */
export function createPageStream(response: ServerResponse & { flush?: () => void }): PageStream {
  let resume: (() => void) | undefined
  let ended = false

  const stream = new Writable({
    autoDestroy: false, // React would take its 'close' for a visitor who leaves, and make an error.
    writev(pieces, done) {
      process.nextTick(() => {
        if (stream.destroyed) return
        const whole = Buffer.concat(pieces.map(({ chunk }) => chunk))
        ended = stream.writableEnded && stream.writableLength === whole.length
        if (ended) {
          // For HEAD, too, which Node otherwise leaves without. compression takes it away where it compresses.
          if (!response.headersSent) response.setHeader('Content-Length', whole.length)
          response.end(whole)
          done()
        } else {
          if (response.write(whole)) done()
          else resume = done
          response.flush?.()
        }
      })
    },
    final(done) {
      if (!ended) response.end()
      done()
    },
  })
  response.on('drain', () => {
    const done = resume
    resume = undefined
    done?.()
  })
  stream.cork()
  return Object.assign(stream, {
    flush() {
      stream.uncork()
      stream.cork()
    },
  })
}
