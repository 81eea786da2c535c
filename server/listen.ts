import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Headers } from './headers.ts'
import type { Logger } from './log.ts'
import { ConnectionCut, SERVER_CUT } from './request-log.ts'

/** How long and how much a client may take, in milliseconds and bytes. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16_384,
  keepAlive: true, // TCP's own: it finds out who has vanished while a handler thinks.
  requireHostHeader: false, // The guard asks for it, with a response of our own.
} satisfies ServerOptions

/** Of one request. Browsers send about fifteen, and proxies add a few. */
const MOST_HEADERS = 100

/** In milliseconds: how long a client may leave a response unread. Node looks twice, so it may be double that. */
const STALLED = 30_000

interface Parts extends ServerOptions {
  /** The headers of what the parser refuses. */
  security: Headers
  log: Logger
  stalled?: number
}

/** An HTTP server with limits. What Node's parser refuses gets a response like the application's own. */
export function createHttpServer(
  listener: RequestListener,
  { security, log, stalled = STALLED, ...options }: Parts,
): Server {
  const limited = limitPipelining(listener, log)
  const server = createServer({ ...limits, ...options }, limited)
  server.maxHeadersCount = MOST_HEADERS // Beyond, Node's parser refuses with 431.
  // Nothing has moved for so long: the client does not read, or keeps a connection that it does not use. A handler may think.
  server.setTimeout(stalled, (socket: HttpSocket) => {
    if (socket.writableLength > 0 || !socket._httpMessage) cut(socket, 'the client has stalled')
  })
  server.on('checkContinue', (req, res) => {
    continueWhenRead(req, res)
    limited(req, res)
  })
  server.on('checkExpectation', limited)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: HttpSocket) => {
    const underWay = socket._httpMessage
    if (!socket.writable || underWay?.headersSent) {
      socket.destroy()
      return
    }
    const status = statuses[error.code ?? ''] ?? 400
    // The rest of a body: its request has an id, and a line in the log.
    const req = underWay?.req.complete === false ? underWay.req : undefined
    const id = req?.id ?? randomUUID()
    socket.end(refusal(status, { ...security, 'X-Request-Id': id }), () =>
      socket.destroy(new ConnectionCut(error.message, status)),
    )
    if (!req) log.info({ status, code: error.code, id })
  })
  return server
}

/** A connection with the response that is under way on it, and the parser of its requests. Node documents neither. */
type HttpSocket = Socket & {
  _httpMessage?: ServerResponse | null
  parser?: { onIncoming?: () => number } | null
}

/** The client waits with its body until it is told to send it (RFC 9110, section 10.1.1): when somebody reads it. */
function continueWhenRead(req: IncomingMessage, res: ServerResponse): void {
  const beforeReading = (event: string | symbol) => {
    if (event !== 'data' && event !== 'readable') return
    req.off('newListener', beforeReading)
    if (!res.headersSent) res.writeContinue()
  }
  req.on('newListener', beforeReading)
}

/** What Node's parser takes for: here another protocol begins. */
const UPGRADE = 2

/** Cuts a connection. */
function cut(socket: HttpSocket, reason: string): void {
  socket.destroy(new ConnectionCut(reason))
  // Otherwise Node would go on to make a request, a response and an error of each message that has arrived already.
  if (socket.parser) socket.parser.onIncoming = () => UPGRADE
}

/**
 * Of one connection, one request may wait for the response of an earlier one. Whoever sends more does not wait for any:
 * the connection is cut before its requests cost anything, because they begin only when all that has arrived is parsed.
 */
function limitPipelining(listener: RequestListener, log: Logger): RequestListener {
  const waiting = new WeakSet<Socket>()
  return (req, res) => {
    const { socket } = req
    // A response that has to wait for an earlier one has no socket yet.
    if (!res.socket) {
      if (waiting.has(socket)) {
        cut(socket, 'too many pipelined requests')
        log.info({ status: SERVER_CUT, code: 'PIPELINED', id: randomUUID() })
        return
      }
      waiting.add(socket)
      res.once('socket', () => waiting.delete(socket))
    }
    process.nextTick(() => socket.destroyed || listener(req, res))
  }
}

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

function refusal(status: number, headers: Headers): string {
  const text = `${STATUS_CODES[status]}\n`
  const lines = Object.entries({
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Length': text.length,
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`
}

/** In milliseconds: how long new connections are still taken, so that whoever sends them can look elsewhere. */
const LINGER = 1000

/** In milliseconds. */
const SWEEP = 50

interface ShutdownOptions {
  /** Whether new connections are still taken for a while. */
  linger: boolean
  /** Milliseconds, after which what is left is cut. */
  timeout: number
  log: Logger
}

/** Graceful shutdown. Resolves when the last connection is closed, or cut. */
export async function shutDown(server: Server, { linger, timeout, log }: ShutdownOptions): Promise<void> {
  const end = delay(timeout, 'late')
  if (linger) await Promise.race([end, delay(LINGER)])
  const closed = once(server, 'close')
  server.close()
  // Responses now say `Connection: close`, but a connection that a proxy keeps for later has no response under way.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP)
  if ((await Promise.race([closed, end])) === 'late') {
    log.warn('some connections had to be cut')
    server.closeAllConnections()
    await closed // And so their requests are logged.
  }
  clearInterval(sweep)
}
