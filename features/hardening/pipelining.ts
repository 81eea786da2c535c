import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ConnectionCut } from '../../server/lib/errors.ts'

/**
 * How many requests a client may send before it reads. Browsers and proxies wait for a response before they send the next
 * request.
 */
const MAX_PIPELINED = 8

type Exchange = [req: IncomingMessage, res: ServerResponse]

/**
 * Returns a listener that gives the requests of a connection to another one after the other: each when the response to the
 * one before it has been sent. Node would give them at once, and hold the responses in memory. Cuts a connection that sends
 * more than MAX_PIPELINED requests without waiting.
 */
export function answerInTurn(
  listener: RequestListener,
  openSockets: () => Iterable<Socket>,
): RequestListener {
  /** The requests of a connection that have no whole response. The first is being answered. */
  const queues = new WeakMap<Socket, Exchange[]>()

  /**
   * Reads from no connection until the next tick of the event loop. A cut connection may have sent 64 kB of requests, for which
   * Node holds 4 MB until the connection has closed, between two ticks. So no more than one is cut in a tick.
   */
  function pauseReading(): void {
    for (const socket of openSockets()) socket.pause()
    setImmediate(() => {
      for (const socket of openSockets()) socket.resume()
    })
  }

  function answer(queue: Exchange[]): void {
    const [first] = queue
    if (!first) return
    const [req, res] = first
    res.on('close', () => {
      queue.shift()
      // After `Connection: close` nobody can be answered.
      if (req.socket.writable) answer(queue)
      else queue.length = 0
    })
    listener(req, res)
  }

  return (req, res) => {
    const { socket } = req
    // Node goes on with what it had received before the connection was cut.
    if (socket.destroyed) return
    const queue = queues.getOrInsertComputed(socket, () => [])
    if (queue.length === MAX_PIPELINED) {
      socket.destroy(new ConnectionCut('the client has sent too many requests at once'))
      pauseReading()
      return
    }
    queue.push([req, res])
    if (queue.length === 1) answer(queue)
  }
}
