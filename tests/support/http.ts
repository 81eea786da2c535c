import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { urlToHttpOptions } from 'node:url'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  /** As sent, without decoding. */
  body: Buffer
}

/** The part of a response that doesn't change from request to request. */
export const lasting = ({ status, headers }: Reply) => {
  const { date, 'x-request-id': id, ...others } = headers
  return { status, headers: others }
}

interface Request {
  method?: string
  headers?: Record<string, string>
  /** An open connection to use instead of a new one. */
  socket?: Socket | undefined
}

/** Sends an HTTP request for a target exactly as written, on a new connection, and adds only the header Host. */
export async function request(
  url: string,
  { method = 'GET', headers = {}, socket }: Request = {},
): Promise<Reply> {
  const { origin } = new URL(url)
  const { hostname, port } = urlToHttpOptions(new URL(url)) // It strips the brackets of an IPv6 address.
  const path = url.slice(origin.length) || '/'
  const connection = socket ? { createConnection: () => socket } : { agent: false }
  const req = httpRequest({ hostname, port, path, method, headers, ...connection }).end()
  const [res] = (await once(req, 'response')) as [IncomingMessage]
  return { status: res.statusCode ?? 0, headers: res.headers, body: await buffer(res) }
}

/**
 * Requests several URLs of one server at the same time. Opens their connections one after the other, because macOS and
 * Windows refuse hundreds at once.
 */
export async function requestAtOnce(urls: readonly string[]): Promise<Promise<Reply>[]> {
  const sockets: Socket[] = []
  for (const url of urls) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    await once(socket, 'connect')
    sockets.push(socket)
  }
  return urls.map((url, n) => request(url, { socket: sockets[n] }))
}

/** Sends raw bytes, waits until the server has closed the connection, and resolves to everything it sent. */
export async function send(port: number, bytes: string, { end = false } = {}): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.on('error', () => {}) // A reset is one way to close.
  let received = ''
  socket.on('data', chunk => {
    received += chunk
  })
  if (end) socket.end(bytes, 'latin1')
  else socket.write(bytes, 'latin1')
  return new Promise(resolve => socket.on('close', () => resolve(received)))
}

/** The headers of a raw response. */
export const headersOf = (received: string) => {
  const lines = received.replace(/\r\n\r\n.*/s, '').matchAll(/^([\w-]+): (.*)$/gm)
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name.toLowerCase(), value]))
}
