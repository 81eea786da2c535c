import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ConnectionCut } from '../../server/lib/errors.ts'

/**
 * How many requests a client may send before it gets the first response. Browsers and proxies wait for a response before they
 * send the next request.
 */
const MAX_PIPELINED = 8

type Exchange = [req: IncomingMessage, res: ServerResponse]

/**
 * Returns a listener that passes the requests of a connection to `listener` one at a time: each when the response to the one
 * before it has been sent. Node would pass them on at once, and hold the responses in memory. Closes a connection that sends more
 * than MAX_PIPELINED requests without waiting.
 */
export function handleInTurn(
  listener: RequestListener,
  openSockets: () => Iterable<Socket>,
): RequestListener {
  /** The requests of each connection whose responses aren't complete. The listener handles the first one. */
  const queues = new WeakMap<Socket, Exchange[]>()

  /**
   * Reads from no connection until the next turn of the event loop. A client may have sent 64 kB of requests. Node
   * holds 4 MB for them until it closes the connection, between two turns. So at most one is cut in a turn.
   */
  function pauseReading(): void {
    for (const socket of openSockets()) socket.pause()
    setImmediate(() => {
      for (const socket of openSockets()) socket.resume()
    })
  }

  function handleFirst(queue: Exchange[]): void {
    const [first] = queue
    if (!first) return
    const [req, res] = first
    res.on('close', () => {
      queue.shift()
      // After `Connection: close` no response can be sent.
      if (req.socket.writable) handleFirst(queue)
      else queue.length = 0
    })
    listener(req, res)
  }

  return (req, res) => {
    const { socket } = req
    // Node still passes on the requests that it had received before the connection was cut.
    if (socket.destroyed) return
    const queue = queues.getOrInsertComputed(socket, () => [])
    if (queue.length === MAX_PIPELINED) {
      socket.destroy(new ConnectionCut('the client has sent too many requests at once'))
      pauseReading()
      return
    }
    queue.push([req, res])
    if (queue.length === 1) handleFirst(queue)
  }
}
