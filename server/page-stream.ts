import { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'

/** A Writable that React also tells when a batch is complete. */
type PageStream = Writable & { flush(): void }

/** Where a page goes. compression gives a response its `flush`. */
type Destination = Writable & { flush?: () => void }

/**
 * The stream between React and a response. React writes a page in dozens of pieces, each of which would cost
 * compression a turn in the thread pool, and the socket a chunk. This passes on in one piece what is written in one
 * tick, and puts the server's own `head` into the first one. Destroyed, it leaves the destination as it is.
 */
export function createPageStream(to: Destination, head: Buffer): PageStream {
  let resume: (() => void) | undefined
  let started = false
  let ended = false

  const stream = new Writable({
    autoDestroy: false, // React would take its 'close' for a visitor who leaves, and make an error.
    writev(pieces, done) {
      process.nextTick(() => {
        if (stream.destroyed) return
        const batch = Buffer.concat(pieces.map(({ chunk }) => chunk))
        const whole = started ? batch : withHead(batch, head)
        started = true
        ended = stream.writableEnded && stream.writableLength === batch.length
        if (ended) {
          // For HEAD, too, which Node otherwise leaves without. compression takes it away where it compresses.
          if (to instanceof ServerResponse && !to.headersSent) to.setHeader('Content-Length', whole.length)
          to.end(whole)
          done()
        } else {
          if (to.write(whole)) done()
          else resume = done
          to.flush?.()
        }
      })
    },
    final(done) {
      if (!ended) to.end()
      done()
    },
  })
  to.on('drain', () => {
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

/** React escapes every other `</head>`, and writes this one in its first batch. */
function withHead(html: Buffer, head: Buffer): Buffer {
  const end = html.indexOf('</head>')
  return end < 0 ? html : Buffer.concat([html.subarray(0, end), head, html.subarray(end)])
}
