import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** Begins a request on a connection of its own. The last byte of its headers is sent by `finish`. */
export async function beginRequest(port: number, path: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r`)
  await once(socket, 'connect')
  /** Resolves when the server has begun to answer. */
  const answered = once(socket, 'readable')
  answered.catch(() => {})
  /** All that the server has sent, once it has closed the connection. */
  const response = text(socket)
  response.catch(() => {}) // A reset is a failure for those who wait for it.
  return { finish: () => void socket.write('\n'), answered, response }
}
