import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import type { ReactNode } from 'react'
import type { ServerPageId } from '../shared/pages.ts'
import type { PreparedPage, Render } from './render.tsx'
import { matches } from './response.ts'
import type { SitePage, SitePages } from './site-pages.tsx'

/** In milliseconds. A page is rendered in less than one: what takes this long will not end well. */
const RENDER_TIMEOUT = 10_000

/** So many pages are rendered at once, and begin in one turn of the event loop: probes and files wait for no more. */
const MOST_AT_ONCE = 100

/** Why a rendering is given up where the visitor has left. Nobody needs to know. */
const LEFT = new Error('the visitor has left')

interface Parts {
  pages: SitePages
  render: Render
  origin: string
  /** A hash of everything that a fixed page depends on. */
  version: string
  /** In milliseconds. */
  timeout?: number
}

/** Responds with a page of the server, and shows this in it: for an endpoint that answers with a page. */
export type SendPage = (
  req: Request,
  res: Response,
  id: ServerPageId,
  shown: { status?: number; content: ReactNode },
) => Promise<void>

export interface PageHandlers {
  /** The pages of the table. */
  page: RequestHandler
  /** The not-found page, for whatever reaches it. */
  notFound: RequestHandler
  sendPage: SendPage
}

/** Live rendering (SSR). */
export function createPageHandlers({
  pages,
  render,
  origin,
  version,
  timeout = RENDER_TIMEOUT,
}: Parts): PageHandlers {
  // Weak, because compression sends a page in several content encodings under one ETag.
  const etagOf = (id: string) => `W/"${version}-${id}"`

  let rendering = 0

  /** Runs work that ends with the visitor's patience, or with ours. Where there is too much of it, it does not begin. */
  async function withinTime(res: Response, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (rendering === MOST_AT_ONCE) return tooBusy(res)
    rendering++
    // Not AbortSignal.any and AbortSignal.timeout: the two would cost a tenth of the whole page.
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(new Error(`timeout: no page after ${timeout} ms`)), timeout)
    res.on('close', () => {
      clearTimeout(timer)
      if (!res.writableFinished) stop.abort(LEFT)
    })
    try {
      await work(stop.signal)
    } catch (error) {
      if (error !== LEFT) throw error
    } finally {
      setImmediate(() => rendering--)
    }
  }

  function writeWhole(req: Request, res: Response, status: number, html: Buffer): void {
    // compression leaves a HEAD alone, so that its headers would differ from those of GET. Node sends no body either way.
    if (req.method === 'HEAD') req.method = 'GET'
    res.statusCode = status
    res.setHeader('Content-Type', 'text/html; charset=utf-8')
    res.setHeader('Vary', 'Accept-Encoding')
    res.setHeader('Content-Length', html.length) // For HEAD, too, which Node otherwise leaves without.
    res.end(html)
  }

  const sendFixed = (req: Request, res: Response, page: PreparedPage) =>
    withinTime(res, async signal => writeWhole(req, res, page.status, await render(page, signal)))

  /**
   * A page of the server. It is rendered as a whole before any of it is sent: a source that fails makes it a 500, and
   * never half a page. Its ETag is of its content.
   */
  const sendWhole = (req: Request, res: Response, { prepare }: SitePage) =>
    withinTime(res, async signal => {
      const url = new URL(req.originalUrl, origin)
      const html = await render(await prepare({ url, signal }), signal)
      const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 16)}"`
      res.setHeader('Cache-Control', 'no-cache')
      res.setHeader('ETag', etag)
      if (matches(req.headers['if-none-match'], etag)) return notModified(res)
      writeWhole(req, res, 200, html)
    })

  const page: RequestHandler = (req, res, next) => {
    const page = pages.at(req.path)
    if (!page) return next()
    if (!page.fixed) return sendWhole(req, res, page)
    const etag = etagOf(page.row.id)
    res.setHeader('Cache-Control', 'no-cache')
    res.setHeader('ETag', etag)
    if (matches(req.headers['if-none-match'], etag)) return notModified(res)
    return sendFixed(req, res, page.fixed)
  }

  const notFound: RequestHandler = (req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    return sendFixed(req, res, pages.notFound)
  }

  const sendPage: SendPage = (req, res, id, { status = 200, content }) =>
    withinTime(res, async signal => {
      const html = await render(pages.withContent(id, content), signal)
      res.setHeader('Cache-Control', 'no-store')
      writeWhole(req, res, status, html)
    })

  return { page, notFound, sendPage }
}

function tooBusy(res: Response): void {
  res.removeHeader('ETag')
  res.writeHead(503, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': '1',
  })
  res.end('Too busy\n')
}

function notModified(res: Response): void {
  res.setHeader('Vary', 'Accept-Encoding')
  res.status(304).end()
}
