import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ConnectionCut } from './request-log.ts'

/**
 * How many requests a client may send before it reads. Browsers and proxies wait for a response before they send the next
 * request.
 */
const MAX_PIPELINED = 8

type Exchange = [req: IncomingMessage, res: ServerResponse]

export interface Connections {
  /** Whether a response of this connection is unfinished. */
  isAnswering(socket: Socket): boolean
}

/**
 * Gives the requests of a connection to a listener one after the other, so that no response is made before the one in
 * front of it has been sent. Node has them handled at once, and keeps the responses. Cuts connections that send more
 * requests than that without waiting.
 */
export function answerInTurn(server: Server, listener: RequestListener): Connections {
  /** The requests of a connection that have no whole response. The first is being answered. */
  const queues = new WeakMap<Socket, Exchange[]>()
  const connections = new Set<Socket>()
  server.on('connection', socket => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })

  /**
   * Reads from no connection until the next turn of the event loop. Node keeps a request and a response of each message
   * that it has received (64 kB of them, 4 MB in memory) until the connection has closed, which it does between two
   * turns. So a turn has those of one cut connection alone.
   */
  function pauseReading(): void {
    for (const socket of connections) socket.pause()
    setImmediate(() => {
      for (const socket of connections) socket.resume()
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

  server.on('request', (req, res) => {
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
  })

  return { isAnswering: socket => (queues.get(socket)?.length ?? 0) > 0 }
}
