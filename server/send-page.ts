import type { Request, RequestHandler, Response } from 'express'
import type { ReactNode } from 'react'
import type { ServerPageId } from '../shared/pages.ts'
import type { Logger } from './log.ts'
import type { ReadyPage } from './ready-pages.ts'
import { type Render, withinTime } from './render.tsx'
import type { Counts } from './request-log.ts'
import type { Send } from './response.ts'
import type { SitePage, SitePages } from './site-pages.tsx'

/** So many requests may wait for one page with data. A source that hangs then costs no other page anything. */
const MOST_WAITING = 100

interface Parts {
  pages: SitePages
  ready: ReadyPage
  render: Render
  origin: string
  send: Send
  log: Logger
  counts: Counts
}

/** Responds with a page of the server, and shows this in it: for an endpoint that answers with a page. */
export type SendPage = (
  req: Request,
  res: Response,
  id: ServerPageId,
  shown: { status?: number; content: ReactNode },
) => Promise<void>

/** What renders pages for single requests: those with data, and those of endpoints. */
export function createPageHandlers({ pages, ready, render, origin, send, log, counts }: Parts): {
  page: RequestHandler
  sendPage: SendPage
} {
  const waiting = new Map<SitePage, number>()
  const wait = (page: SitePage, change: 1 | -1) => {
    waiting.set(page, (waiting.get(page) ?? 0) + change)
    counts.waiting += change
  }

  const page: RequestHandler = async (req, res, next) => {
    const page = pages.at(req.path)
    if (!page) return next()
    if (waiting.get(page) === MOST_WAITING) {
      counts.refused++
      log.warn({ path: page.path, id: req.id }, `refused: ${MOST_WAITING} requests wait for this page`)
      return send(req, res, await ready(pages.busy))
    }
    wait(page, 1)
    try {
      if (page.revalidate) return await send(req, res, await ready(page))
      const url = new URL(req.originalUrl, origin)
      const html = await withinTime(async signal => render(await page.prepare({ url, signal }), signal), res)
      res.set('Cache-Control', 'no-cache')
      sendHtml(req, res, html)
    } catch (error) {
      if (!res.closed) throw error // Otherwise the visitor has left.
    } finally {
      wait(page, -1)
    }
  }

  const sendPage: SendPage = async (req, res, id, { status = 200, content }) => {
    const html = await withinTime(signal => render(pages.withContent(id, content), signal))
    res.status(status).set('Cache-Control', 'no-store')
    sendHtml(req, res, html)
  }

  return { page, sendPage }
}

/** Express adds a weak ETag, because compression sends the page in several content encodings. */
function sendHtml(req: Request, res: Response, html: Buffer): void {
  // compression leaves a HEAD alone, so that its headers would differ from those of GET. Node sends no body either way.
  if (req.method === 'HEAD') req.method = 'GET'
  res.vary('Accept-Encoding').type('html').send(html)
}
