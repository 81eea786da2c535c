import type { RequestListener } from 'node:http'
import { canonicalPath, pageAt } from '../shared/pages.ts'
import { type Answer, prepare, send } from './answer.ts'
import type { Headers } from './headers.ts'

/** In bytes. No URL of ours is longer than a hundred. */
const LONGEST_URL = 8192

interface Parts {
  /** What is answered from memory, by path: assets, icons, and in static mode the pages. */
  files: ReadonlyMap<string, Answer>
  /** Answers every other path. */
  pages: RequestListener
  security: Headers
  /** Whether the process wants traffic. */
  ready: () => boolean
}

/** The whole of what happens to a request, from top to bottom. It needs no port. */
export function createApp({ files, pages, security, ready }: Parts): RequestListener {
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
    notReady: plain(503, 'shutting down'),
  }

  return (req, res) => {
    const { url = '' } = req
    if (req.method !== 'GET' && req.method !== 'HEAD') return send(req, res, answers.badMethod)
    if (url.length > LONGEST_URL) return send(req, res, answers.longUrl)
    if (!url.startsWith('/')) return send(req, res, answers.badRequest)

    const [path = '', query] = split(url)
    if (path === '/healthz') return send(req, res, answers.ok)
    if (path === '/readyz') return send(req, res, ready() ? answers.ok : answers.notReady)

    const file = files.get(path)
    if (file) return send(req, res, file)
    if (path.startsWith('/assets/')) return send(req, res, answers.notFound)

    const canonical = canonicalPath(path)
    if (canonical === undefined) return send(req, res, answers.badRequest)
    if (canonical !== path && pageAt(canonical)) {
      // Only a path of the table can stand here, so a redirect never leads to another host.
      const location = query === undefined ? canonical : `${canonical}?${query}`
      return send(req, res, plain(308, `See ${canonical}`, { Location: location }))
    }
    pages(req, res)
  }
}

/** The path of a request's target and its query, if it has one. */
const split = (url: string): string[] => {
  const mark = url.indexOf('?')
  return mark < 0 ? [url] : [url.slice(0, mark), url.slice(mark + 1)]
}

/** Static mode's answer to what is not a file: the prerendered not-found page. */
export const missing =
  (notFound: Answer): RequestListener =>
  (req, res) =>
    send(req, res, notFound)
