import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** Starts a request on a new connection. `finish` sends the last byte of its headers. */
export async function beginRequest(port: number, path: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r`)
  await once(socket, 'connect')
  /** Resolves when the server has started to respond. */
  const answered = once(socket, 'readable')
  answered.catch(() => {})
  /** Everything that the server has sent, once it has closed the connection. */
  const response = text(socket)
  response.catch(() => {}) // A reset matters only to code that awaits it.
  return { finish: () => void socket.write('\n'), answered, response }
}
