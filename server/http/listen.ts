import { once } from 'node:events'
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '../logger.ts'
import { ConnectionCut } from './request-log.ts'

/** How long and how much a client may take, in milliseconds and bytes. Node's parser answers with a bare 400, 408 or 431. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 35_000, // A slow upload may take thirty seconds.
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16_384,
  keepAlive: true, // TCP keep-alive: detects a client that has disappeared while a handler works.
  requireHostHeader: false, // The guard checks it, with a response of our own.
} satisfies ServerOptions

/** Browsers send about fifteen headers. Beyond, Node's parser refuses with 431. */
const MAX_HEADERS = 100

/** In milliseconds: how long a client may leave a response unread. Node looks twice, so it may be double that. */
const STALL_TIMEOUT = 30_000

/**
 * How many responses of a connection may be unfinished: so many requests a client may send before it reads. Each costs
 * memory, and Node itself sets no limit. Browsers and proxies wait for a response before they send the next request.
 */
const MAX_PIPELINED = 8

/** The responses in progress of a server, in the order of their requests. */
const responsesInProgress = new WeakMap<Server, Set<ServerResponse>>()

/** An HTTP server with limits. */
export function createHttpServer(listener: RequestListener, options: ServerOptions = {}): Server {
  const responses = new Set<ServerResponse>()
  /** How many responses of a connection are unfinished. */
  const unfinished = new WeakMap<Socket, number>()
  const countOf = (socket: Socket) => unfinished.get(socket) ?? 0
  const server = createServer({ ...limits, ...options }, (req, res) => {
    const { socket } = req
    // Node goes on with what it has received before the connection was cut: thousands of requests in one piece.
    if (socket.destroyed) return
    if (countOf(socket) === MAX_PIPELINED) {
      socket.destroy(new ConnectionCut('the client has sent too many requests at once'))
      return
    }
    unfinished.set(socket, countOf(socket) + 1)
    responses.add(res)
    res.on('close', () => {
      unfinished.set(socket, countOf(socket) - 1)
      responses.delete(res)
    })
    listener(req, res)
  })
  responsesInProgress.set(server, responses)
  server.maxHeadersCount = MAX_HEADERS
  // No bytes for so long: the client does not read, or the connection is idle. A slow handler and a silent event stream
  // are not cut.
  server.setTimeout(STALL_TIMEOUT, socket => {
    const isUnread = socket.writableLength > 0
    if (isUnread || countOf(socket) === 0) socket.destroy(new ConnectionCut('the client has stalled'))
  })
  return server
}

/** In milliseconds: how long new connections are accepted after the signal, until proxies have noticed. */
const LINGER_TIME = 1000

export interface ShutdownOptions {
  /** Whether to accept new connections for a while. */
  linger: boolean
  /** In milliseconds. */
  timeout: number
  log: Logger
}

/**
 * Graceful shutdown: accepts new connections for a while with `linger`, and cuts what is left after `timeout`
 * milliseconds. Resolves when the last connection is closed and its requests are logged.
 */
export async function shutDown(server: Server, { linger, timeout, log }: ShutdownOptions): Promise<void> {
  const end = delay(timeout, 'late')
  if (linger) await Promise.race([end, delay(LINGER_TIME)])
  const closed = once(server, 'close')
  server.close()
  // Responses now say `Connection: close`, but an idle keep-alive connection of a proxy has no response.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  if ((await Promise.race([closed, end])) === 'late') {
    log.warn('some connections had to be cut')
    const inProgress = responsesInProgress.get(server) ?? []
    const cut = Array.from(inProgress, response => once(response, 'close'))
    server.closeAllConnections()
    await Promise.all([closed, ...cut])
  }
  clearInterval(sweep)
}
