import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ConnectionCut } from './request-log.ts'

/**
 * How many responses of a connection may be unfinished: so many requests may a client send before it reads. Browsers and
 * proxies wait for a response before they send the next request.
 */
const MAX_PIPELINED = 8

export interface PipeliningLimit {
  /** Whether a request may be handled. Otherwise its connection has been cut, and nobody can be answered. */
  admit(req: IncomingMessage, res: ServerResponse): boolean
  /** Whether a response of this connection is unfinished. */
  isAnswering(socket: Socket): boolean
}

/** Cuts connections of a server that send requests without waiting for the responses. Node has no such limit. */
export function limitPipelining(server: Server): PipeliningLimit {
  const unfinished = new WeakMap<Socket, number>()
  const countOf = (socket: Socket) => unfinished.get(socket) ?? 0
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

  function admit({ socket }: IncomingMessage, res: ServerResponse): boolean {
    // Node goes on with what it had received before the connection was cut.
    if (socket.destroyed) return false
    if (countOf(socket) === MAX_PIPELINED) {
      socket.destroy(new ConnectionCut('the client has sent too many requests at once'))
      pauseReading()
      return false
    }
    unfinished.set(socket, countOf(socket) + 1)
    res.on('close', () => unfinished.set(socket, countOf(socket) - 1))
    return true
  }

  return { admit, isAnswering: socket => countOf(socket) > 0 }
}
