import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server, type ServerOptions, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { MOST_HEADERS } from './app.ts'
import type { Headers } from './headers.ts'
import type { Logger } from './log.ts'

/** How long and how much a client may take, in milliseconds and bytes. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16_384,
  requireHostHeader: false, // The app asks for it, in its own words.
} satisfies ServerOptions

/** In milliseconds: how long a client may leave an answer unread. Node looks twice, so it may be double that. */
const STALLED = 30_000

interface Parts extends ServerOptions {
  security: Headers
  log: Logger
  stalled?: number
}

/** An HTTP server that says no as the app does, with the same headers, to what Node's parser will not let through. */
export function createHttpServer(
  listener: RequestListener,
  { security, log, stalled = STALLED, ...options }: Parts,
): Server {
  const server = createServer({ ...limits, ...options }, listener)
  server.maxHeadersCount = MOST_HEADERS
  server.timeout = stalled
  // The app answers at once and reads no body, whatever is expected of it.
  server.on('checkContinue', listener)
  server.on('checkExpectation', listener)
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || answering(socket)) {
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

/** Whether a part of an answer is out already: what is written now would land in the middle of it. */
const answering = (socket: Socket & { _httpMessage?: { headersSent: boolean } | null }) =>
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
