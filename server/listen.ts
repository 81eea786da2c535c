import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerOptions, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { MOST_HEADERS } from './guard.ts'
import type { Headers } from './headers.ts'
import { ConnectionCut, type Logger } from './log.ts'

/** How long and how much a client may take, in milliseconds and bytes. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16_384,
  requireHostHeader: false, // The guard asks for it, with a response of our own.
} satisfies ServerOptions

/** In milliseconds: how long a client may leave a response unread. Node looks twice, so it may be double that. */
const STALLED = 30_000

/** Of one connection: how many requests may wait for the response of an earlier one. No browser sends more than one. */
const MOST_PIPELINED = 16

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
  const limited = limitPipelining(listener)
  const server = createServer({ ...limits, ...options }, limited)
  server.maxHeadersCount = MOST_HEADERS
  server.setTimeout(stalled, socket => cut(socket, 'the client has stalled'))
  // The response does not depend on the body, so nobody is told to send it.
  server.on('checkContinue', limited)
  server.on('checkExpectation', limited)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || isResponding(socket)) {
      socket.destroy()
      return
    }
    const status = statuses[error.code ?? ''] ?? 400
    const id = randomUUID()
    socket.write(refusal(status, { ...security, 'X-Request-Id': id }))
    socket.destroySoon()
    log.info({ status, code: error.code, id })
  })
  return server
}

const cut = (socket: Socket, reason: string) => socket.destroy(new ConnectionCut(reason))

/** Cuts a connection that sends requests without waiting for responses. */
function limitPipelining(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (req, res) => {
    const { socket } = req
    if (socket.destroyed) return
    // A response that has to wait for an earlier one has no socket yet.
    if (!res.socket) {
      const count = (waiting.get(socket) ?? 0) + 1
      if (count > MOST_PIPELINED) {
        cut(socket, 'too many pipelined requests')
        stopParsing(socket)
        return
      }
      waiting.set(socket, count)
      res.on('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    }
    listener(req, res)
  }
}

/** What Node's parser takes for: here another protocol begins. */
const UPGRADE = 2

/**
 * Node would parse all that has arrived of a connection, also after it was cut, and make a request, a response and an
 * error with a stack of each message. This hook of the parser is undocumented: without it thousands of pipelined
 * requests cost seconds, as a test says.
 */
function stopParsing(socket: Socket & { parser?: { onIncoming?: () => number } | null }): void {
  if (socket.parser) socket.parser.onIncoming = () => UPGRADE
}

/** Whether a part of a response is out already: what is written now would land in the middle of it. */
const isResponding = (socket: Socket & { _httpMessage?: { headersSent: boolean } | null }) =>
  socket._httpMessage?.headersSent === true

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
  if ((await Promise.race([closed, end])) === 'late') log.warn('some connections had to be cut')
  clearInterval(sweep)
  server.closeAllConnections()
}
