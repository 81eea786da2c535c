import type { Request, RequestHandler, Response } from 'express'
import type { ReactNode } from 'react'
import type { Send } from '../http/response.ts'
import type { Logger } from '../logger.ts'
import type { Counts } from '../summary.ts'
import type { PageCache } from './page-cache.ts'
import type { RenderablePage, RenderablePages } from './pages.tsx'
import type { OwnServerPageId } from './server-page.ts'
import { ClientLeft, withTimeout } from './with-timeout.ts'

/** How many requests may wait for one page with data. A hanging source affects no other page. */
const MAX_WAITING = 100

/** Responds with a server page that shows this content, for an endpoint. */
export type SendPage = (
  req: Request,
  res: Response,
  id: OwnServerPageId,
  shown: { status?: number; content: ReactNode },
) => Promise<void>

export const createSendPage =
  (pages: RenderablePages): SendPage =>
  async (req, res, id, { status = 200, content }) => {
    const html = await withTimeout(signal => pages.renderWith(id, content, signal))
    res.status(status).set('Cache-Control', 'no-store')
    sendHtml(req, res, html)
  }

interface DataPagesParts {
  pages: RenderablePages
  cache: PageCache
  origin: string
  send: Send
  log: Logger
  counts: Counts
}

/** Middleware that renders a page with data for each request, or once per `revalidate` seconds. */
export function createDataPages(parts: DataPagesParts): RequestHandler {
  const { pages, cache, origin, send, log, counts } = parts
  const waiting = new Map<RenderablePage, number>()

  const changeWaiting = (page: RenderablePage, change: 1 | -1) => {
    waiting.set(page, (waiting.get(page) ?? 0) + change)
    counts.waiting += change
  }

  return async (req, res, next) => {
    const page = pages.at(req.path)
    if (!page) return next()
    if (waiting.get(page) === MAX_WAITING) {
      counts.refused++
      log.warn({ path: page.path, id: req.id }, `refused: ${MAX_WAITING} requests wait for this page`)
      return send(req, res, await cache(pages.busy))
    }
    changeWaiting(page, 1)
    try {
      if (page.revalidate) return await send(req, res, await cache(page))
      const url = new URL(req.originalUrl, origin)
      const html = await withTimeout(signal => page.render({ url, signal }), res)
      res.set('Cache-Control', 'no-cache')
      sendHtml(req, res, html)
    } catch (error) {
      if (!(error instanceof ClientLeft)) throw error
    } finally {
      changeWaiting(page, -1)
    }
  }
}

/** Express adds a weak ETag, because compression sends the page in several content encodings. */
function sendHtml(req: Request, res: Response, html: Buffer): void {
  // compression leaves a HEAD alone, so that its headers would differ from those of GET. Node sends no body either way.
  if (req.method === 'HEAD') req.method = 'GET'
  res.vary('Accept-Encoding').type('html').send(html)
}
