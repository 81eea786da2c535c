import type { RequestListener } from 'node:http'
import compression from 'compression'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { pageAt } from '../shared/pages.ts'
import { type Answer, matches, send } from './answer.ts'
import type { Headers } from './headers.ts'
import type { Logger } from './log.ts'
import type { Render } from './render.tsx'

/** A page is rendered in less than a millisecond. What takes this many milliseconds will not end well. */
const RENDER_TIMEOUT = 10_000

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
  const page: RequestHandler = async (req, res) => {
    const id = pageAt(req.path)
    // A page depends on nothing but what was built, so its version is known before it is rendered. Weak, because
    // compression serves it in several codings under the one tag.
    const etag = `W/"${version}-${id}"`
    const cache = id ? { 'Cache-Control': 'no-cache', ETag: etag } : { 'Cache-Control': 'no-store' }
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      ...cache,
      ...security,
      'X-Request-Id': req.id,
    }
    if (id && matches(req.headers['if-none-match'], etag)) {
      res.writeHead(304, { ...headers, Vary: 'Accept-Encoding' }).end()
      return
    }
    const left = new AbortController()
    res.on('close', () => left.abort())
    try {
      const page = await render(req.path, AbortSignal.any([left.signal, AbortSignal.timeout(timeout)]))
      res.writeHead(page.status, headers)
      page.pipe(res)
      await page.complete
    } catch (error) {
      // Where the visitor has left, nobody needs to know.
      if (error !== left.signal.reason) throw error
    }
  }

  /** Node keeps the body of an answer to HEAD back by itself; compression would leave Content-Encoding out, too. */
  const bodiless: RequestHandler = (req, _res, next) => {
    if (req.method === 'HEAD') req.method = 'GET'
    next()
  }

  /** Logs each error once and answers it once. Where the headers are gone, the renderer has cut the socket. */
  const failed: ErrorRequestHandler = (error, req, res, _next) => {
    log.error({ err: error, path: req.path }, 'a page could not be rendered')
    if (!res.headersSent) send(req, res, failure)
  }

  return express()
    .disable('x-powered-by')
    .use(bodiless)
    .use(compression({ threshold: 0 }))
    .use(page)
    .use(failed)
}
