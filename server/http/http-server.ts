import { once } from 'node:events'
import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerFeature } from '../../extension-points.ts'
import { ConnectionCut } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'

/** Limits on clients, in milliseconds and bytes. A client that exceeds one gets a bare 400, 408 or 431 from Node's parser. */
const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 35_000, // A slow upload may take thirty seconds.
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16_384,
  keepAlive: true, // With TCP keep-alive, a silent event stream ends two hours after its client disappears.
} satisfies ServerOptions

/** Browsers send about fifteen headers. Node's parser refuses more than this with 431. */
const MAX_HEADERS = 100

/** How long a client may leave a response unread. Node acts on its second check, so it can take up to twice as long. */
const STALL_TIMEOUT_MS = 30_000

/** A server's open connections, each with its responses in progress, in the order of the requests. */
type Connections = Map<Socket, Set<ServerResponse>>

interface ShutdownOptions {
  /** How long to go on accepting connections, in milliseconds, so that proxies can notice the shutdown. */
  delay: number
  /** When the remaining connections are cut, in milliseconds. It includes the delay. */
  timeout: number
  /** Ends the wait early. */
  signal?: AbortSignal
  log: Logger
}

export interface HttpServer extends Server {
  /** Graceful shutdown. Resolves when every connection is closed or cut, and its requests are logged. */
  shutDown(options: ShutdownOptions): Promise<void>
}

/** Creates an HTTP server that limits its clients. */
export function createHttpServer(
  listener: RequestListener,
  features: readonly ServerFeature[],
  options: ServerOptions = {},
): HttpServer {
  const server = createServer(
    Object.assign({}, serverOptions, ...features.map(each => each.httpOptions), options),
  )
  server.maxHeadersCount = MAX_HEADERS
  const connections: Connections = new Map()
  let isShuttingDown = false
  server.on('connection', socket => {
    connections.set(socket, new Set())
    socket.on('close', () => connections.delete(socket))
  })
  const trackResponses: RequestListener = (req, res) => {
    const responses = connections.get(req.socket)
    responses?.add(res)
    if (isShuttingDown) closeAfter(res)
    res.on('close', () => {
      responses?.delete(res)
      if (!server.listening) closeIdle(connections)
    })
    listener(req, res)
  }
  const openSockets = () => connections.keys()
  const wrapped = features.reduce(
    (inner, { wrapListener }) => wrapListener?.(inner, openSockets) ?? inner,
    trackResponses,
  )
  server.on('request', wrapped)
  // If no byte passes for this long, the client has stopped reading, or the connection is idle. A slow handler and a silent event
  // stream aren't cut.
  server.setTimeout(STALL_TIMEOUT_MS, socket => {
    const isUnread = socket.writableLength > 0
    if (isUnread || !connections.get(socket)?.size) socket.destroy(new ConnectionCut('the client stalled'))
  })

  async function shutDown({ delay, timeout, signal, log }: ShutdownOptions): Promise<void> {
    const end = wait(timeout, 'late', { signal }).catch(() => 'late')
    isShuttingDown = true
    for (const response of responsesIn(connections)) closeAfter(response)
    if (delay > 0) await Promise.race([end, wait(delay)])
    const closed = once(server, 'close')
    // server.close() would also cut a response that's complete but that a slow client is still receiving.
    NetServer.prototype.close.call(server)
    closeIdle(connections)
    if ((await Promise.race([closed, end])) === 'late') {
      const cut = responsesIn(connections).map(response => once(response, 'close'))
      if (cut.length > 0) log.warn('shutdown timed out: requests in progress were cut')
      server.closeAllConnections()
      await Promise.all(cut)
    }
  }
  return Object.assign(server, { shutDown })
}

const responsesIn = (connections: Connections): ServerResponse[] =>
  [...connections.values()].flatMap(responses => [...responses])

/** Closes a response's connection after it, so that its client connects to another replica for the next request. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/**
 * Closes the connections without a response in progress, even if part of a request has arrived. server.closeIdleConnections()
 * would keep those with a partial request, and would cut off a response that has been written but not yet fully sent.
 */
function closeIdle(connections: Connections): void {
  for (const [socket, responses] of connections) if (responses.size === 0) socket.destroy()
}
