import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { canonicalPath, redirectOf } from '../shared/pages.ts'
import { type Answer, prepare, send } from './answer.ts'
import type { Headers } from './headers.ts'
import { type Logger, requestLog } from './log.ts'
import { requestId } from './request-id.ts'

/** In bytes. No URL of ours is longer than a hundred. */
const LONGEST_URL = 8192

/** Of one request. Browsers send about fifteen, and proxies add a few. */
export const MOST_HEADERS = 100

interface Parts {
  /** What is answered from memory, by path: assets, icons, and in static mode the pages. */
  files: ReadonlyMap<string, Answer>
  /** Answers every other path. */
  pages: RequestListener
  security: Headers
  log: Logger
  /** Whether the process wants traffic. */
  ready: () => boolean
  /** Whether the proxy may name the request. */
  trustProxy: boolean
}

/** The whole of what happens to a request, from top to bottom. It needs no port. */
export function createApp({ files, pages, security, log, ready, trustProxy }: Parts): RequestListener {
  const logRequest = requestLog(log)
  const plain = (status: number, text: string, headers?: Headers) =>
    prepare(
      status,
      { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers, ...security },
      { identity: Buffer.from(`${text}\n`) },
    )
  const answers = {
    ok: plain(200, 'ok'),
    badRequest: plain(400, 'Bad request'),
    notFound: plain(404, 'Not found'),
    badMethod: plain(405, 'Method not allowed', { Allow: 'GET, HEAD' }),
    longUrl: plain(414, 'URI too long'),
    manyHeaders: plain(431, 'Too many headers'),
    notReady: plain(503, 'shutting down'),
  }

  return (req, res) => {
    const { url = '', method } = req
    const [path = '', query] = split(url)
    const probe = path === '/healthz' || path === '/readyz'
    req.id = requestId(req, trustProxy)
    if (!probe) logRequest(req, res, path)
    // Nobody reads a body here. Closed, the connection cannot take the rest of it for the next request.
    if (hasBody(req) || !ready()) res.shouldKeepAlive = false

    if (req.rawHeaders.length >= 2 * MOST_HEADERS) return refuse(req, res, answers.manyHeaders)
    if (!namesOneHost(req)) return refuse(req, res, answers.badRequest)
    if (url.length > LONGEST_URL) return refuse(req, res, answers.longUrl)
    if (method !== 'GET' && method !== 'HEAD') return send(req, res, answers.badMethod)
    if (!url.startsWith('/') || url.includes('#')) return refuse(req, res, answers.badRequest)
    if (probe) return send(req, res, path === '/healthz' || ready() ? answers.ok : answers.notReady)

    const file = files.get(path)
    if (file) return send(req, res, file)
    if (path.startsWith('/assets/')) return send(req, res, answers.notFound)

    if (canonicalPath(path) === undefined) return send(req, res, answers.badRequest)
    const target = redirectOf(path)
    if (target) {
      // Only a path of the table can stand here, so a redirect never leads to another host.
      const location = query === undefined ? target : `${target}?${query}`
      return send(req, res, plain(308, `See ${target}`, { Location: location }))
    }
    pages(req, res)
  }
}

/** Says no, and nothing more on this connection: whoever sent that may have meant something else by where it ends. */
function refuse(req: IncomingMessage, res: ServerResponse, answer: Answer): void {
  res.shouldKeepAlive = false
  send(req, res, answer)
}

/** The path of a request's target and its query, if it has one. */
const split = (url: string): string[] => {
  const mark = url.indexOf('?')
  return mark < 0 ? [url] : [url.slice(0, mark), url.slice(mark + 1)]
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const host = /^([\w.-]+|\[[\da-f:.]+\])(:\d*)?$/i

/** Whether a request names its host as RFC 9112, section 3.2 wants it: once, and well-formed. HTTP/1.0 may not name it. */
function namesOneHost({ headers, rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  if (headers.host === undefined) return httpVersionMinor === 0
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1 && host.test(headers.host)
}

/** Static mode's answer to what is not a file: the prerendered not-found page. */
export const missing =
  (notFound: Answer): RequestListener =>
  (req, res) =>
    send(req, res, notFound)
