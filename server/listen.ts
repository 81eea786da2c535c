import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Express } from 'express'
import type { Headers } from './headers.ts'
import { connectionCut, type Logger } from './log.ts'

/** How long and how much a client may take, in milliseconds and bytes. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 35_000, // A slow upload may take thirty seconds.
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16_384,
  keepAlive: true, // TCP keep-alive: detects a client that has disappeared while a handler works.
  requireHostHeader: false, // The guard checks it, with a response of our own.
} satisfies ServerOptions

/** In milliseconds: how long a client may leave a response unread. Node looks twice, so it may be double that. */
const STALLED = 30_000

/** `security` has the headers for what the parser rejects. */
type Parts = ServerOptions & { security: Headers; log: Logger }

/** The responses in progress of a server, in the order of their requests. */
const underWay = new WeakMap<Server, Set<ServerResponse>>()

/** An HTTP server with limits. What Node's parser rejects gets a response like the application's own. */
export function createHttpServer(listener: RequestListener | Express, { security, log, ...options }: Parts) {
  const responses = new Set<ServerResponse>()
  const responseOn = (socket: Duplex) => [...responses].find(({ req }) => req.socket === socket)
  class Request extends IncomingMessage {}
  class Response<Req extends IncomingMessage> extends ServerResponse<Req> {}
  if ('request' in listener) {
    // The prototypes that Express would give to each request and response, which takes longer than to route it:
    // https://expressjs.com/en/guide/overriding-express-api.html
    listener.request = Object.setPrototypeOf(Request.prototype, listener.request)
    listener.response = Object.setPrototypeOf(Response.prototype, listener.response)
  }
  const classes = { IncomingMessage: Request, ServerResponse: Response }
  const server = createServer({ ...limits, ...options, ...classes }, (req, res) => {
    responses.add(res)
    res.on('close', () => responses.delete(res))
    listener(req, res)
  })
  underWay.set(server, responses)
  server.maxHeadersCount = 100 // Browsers send about fifteen. Beyond, Node's parser refuses with 431.
  // No bytes for so long: the client does not read, or the connection is idle. A slow handler and a silent event stream
  // are not cut.
  server.setTimeout(STALLED, socket => {
    if (socket.writableLength > 0 || !responseOn(socket))
      socket.destroy(connectionCut('the client has stalled'))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responseOn(socket)
    if (!socket.writable || response?.headersSent) return void socket.destroy()
    const status = statuses[error.code ?? ''] ?? 400
    const id = response?.req.id ?? randomUUID()
    socket.end(refusal(status, { ...security, 'X-Request-Id': id }), () =>
      socket.destroy(connectionCut(error.message, status)),
    )
    // Otherwise the request has a line of its own.
    if (!response) log.info({ status, code: error.code, id })
  })
  return server
}

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

function refusal(status: number, headers: Headers): string {
  const text = STATUS_CODES[status] ?? ''
  const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': text.length + 1 }
  const all = { ...headers, ...type, 'Cache-Control': 'no-store', Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${text}\r\n${lines.join('')}\r\n${text}\n`
}

/** In milliseconds: how long new connections are accepted after the signal, until proxies have noticed. */
const LINGER = 1000

type ShutdownOptions = { linger: boolean; timeout: number; log: Logger }

/**
 * Graceful shutdown: accepts new connections for a while with `linger`, and cuts what is left after `timeout`
 * milliseconds. Resolves when the last connection is closed and its requests are logged.
 */
export async function shutDown(server: Server, { linger, timeout, log }: ShutdownOptions): Promise<void> {
  const end = delay(timeout, 'late')
  if (linger) await Promise.race([end, delay(LINGER)])
  const closed = once(server, 'close')
  server.close()
  // Responses now say `Connection: close`, but an idle keep-alive connection of a proxy has no response.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  if ((await Promise.race([closed, end])) === 'late') {
    log.warn('some connections had to be cut')
    const cut = [...(underWay.get(server) ?? [])].map(response => once(response, 'close'))
    server.closeAllConnections()
    await Promise.all([closed, ...cut])
  }
  clearInterval(sweep)
}
