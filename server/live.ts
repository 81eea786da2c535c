import type { RequestListener } from 'node:http'
import { constants } from 'node:zlib'
import compression from 'compression'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { type PageId, pageAt, pageIds } from '../shared/pages.ts'
import { type Answer, matches, send } from './answer.ts'
import { gather } from './gather.ts'
import type { Headers } from './headers.ts'
import type { Logger } from './log.ts'
import type { Render } from './render.tsx'

/** A page is rendered in less than a millisecond. What takes this many milliseconds will not end well. */
const RENDER_TIMEOUT = 10_000

/**
 * How hard a page is compressed for one visitor. The least: the pages are a sixth larger than at brotli's usual 4, for
 * a third of the time, and they fit into the first flight of a connection either way.
 */
const EFFORT = 1
const { BROTLI_PARAM_QUALITY } = constants

const LEFT = new Error('the visitor has left')

interface Parts {
  render: Render
  /** A hash of everything that a page depends on. */
  version: string
  security: Headers
  /** The page that says that something went wrong. */
  failure: Answer
  log: Logger
  /** In milliseconds. */
  timeout?: number
}

/** Answers every path with a page that is rendered for this request, streamed through compression. */
export function livePages({
  render,
  version,
  security,
  failure,
  log,
  timeout = RENDER_TIMEOUT,
}: Parts): RequestListener {
  // A page depends on nothing but what was built, so its version is known before it is rendered. Weak, because
  // compression serves it in several codings under the one tag.
  const etagOf = (id: PageId) => `W/"${version}-${id}"`
  const headersOf = (cache: Headers): Headers => ({
    'Content-Type': 'text/html; charset=utf-8',
    Vary: 'Accept-Encoding',
    ...cache,
    ...security,
  })
  const missing = headersOf({ 'Cache-Control': 'no-store' })
  const known = new Map(pageIds.map(id => [id, headersOf({ 'Cache-Control': 'no-cache', ETag: etagOf(id) })]))

  const page: RequestHandler = async (req, res) => {
    const id = pageAt(req.path)
    const headers = { ...((id && known.get(id)) ?? missing), 'X-Request-Id': req.id }
    if (id && matches(req.headers['if-none-match'], etagOf(id))) {
      res.writeHead(304, headers).end()
      return
    }
    // Not AbortSignal.any and AbortSignal.timeout: those two would cost a tenth of what the whole page does.
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(new Error(`timeout: no page after ${timeout} ms`)), timeout)
    res.on('close', () => {
      clearTimeout(timer)
      if (!res.writableFinished) stop.abort(LEFT)
    })
    try {
      const page = await render(req.path, stop.signal)
      res.writeHead(page.status, headers)
      page.pipe(gather(res))
      await page.complete
    } catch (error) {
      if (error !== LEFT) throw error // Where the visitor has left, nobody needs to know.
    }
  }

  const compress = compression({
    threshold: 0,
    level: EFFORT,
    brotli: { params: { [BROTLI_PARAM_QUALITY]: EFFORT } },
  })
  /** Even where it finds nothing to do, compression's hooks in the response cost a quarter of the whole answer. */
  const compressed: RequestHandler = (req, res, next) =>
    (req.headers['accept-encoding'] ?? 'identity') === 'identity' ? next() : compress(req, res, next)

  /** Node keeps the body of an answer to HEAD back by itself; compression would leave Content-Encoding out, too. */
  const bodiless: RequestHandler = (req, _res, next) => {
    if (req.method === 'HEAD') req.method = 'GET'
    next()
  }

  /** Logs each error once and answers it once. Where the headers are gone, the renderer has cut the socket. */
  const failed: ErrorRequestHandler = (error, req, res, _next) => {
    log.error({ err: error, path: req.path, id: req.id }, 'a page could not be rendered')
    if (!res.headersSent) send(req, res, failure)
  }

  return express().disable('x-powered-by').use(bodiless).use(compressed).use(page).use(failed)
}
