import { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'

/** Where a page goes. compression gives a response its `flush`. */
type Destination = Writable & { flush?: () => void }

/**
 * The stream between React and a response. React writes a page in dozens of pieces, each of which would cost
 * compression a turn in the thread pool, and the socket a chunk. This passes on in one piece what is written in one
 * tick, and puts the server's own `head` into the first one. Destroyed, it leaves the destination as it is.
 */
export function createPageStream(to: Destination, head: Buffer): Writable {
  const pieces: Buffer[] = []
  let ended = false
  /** Whether the destination can take no more. Then one piece is held back, and React stops. */
  let full = false
  let resume: (() => void) | undefined

  /** What is to be passed on: the first time with the head in it. */
  let take = () => {
    take = all
    return withHead(all(), head)
  }
  const all = () => Buffer.concat(pieces.splice(0))

  const end = () => {
    if (ended) return
    ended = true
    const rest = take()
    // For HEAD, too, which Node otherwise leaves without. compression takes it away where it compresses.
    if (to instanceof ServerResponse && !to.headersSent) to.setHeader('Content-Length', rest.length)
    to.end(rest)
  }

  const pass = () => {
    if (full || ended || stream.destroyed) return
    if (stream.writableEnded && stream.writableLength === 0) end()
    else if (pieces.length > 0) {
      full = !to.write(take())
      to.flush?.()
    }
  }

  const stream = new Writable({
    autoDestroy: false, // React would take its 'close' for a visitor who leaves, and make an error.
    write(piece, _encoding, done) {
      if (pieces.push(piece) === 1) process.nextTick(pass)
      if (full) resume = done
      else done()
    },
    final(done) {
      end()
      done()
    },
  })
  to.on('drain', () => {
    full = false
    pass()
    if (full) return
    const done = resume
    resume = undefined
    done?.()
  })
  return stream
}

/** React escapes every other `</head>`, and writes this one in its first batch. */
function withHead(html: Buffer, head: Buffer): Buffer {
  const end = html.indexOf('</head>')
  return end < 0 ? html : Buffer.concat([html.subarray(0, end), head, html.subarray(end)])
}
