import type { Request, RequestHandler, Response } from 'express'
import type { ReactNode } from 'react'
import type { ServerPageId } from '../shared/pages.ts'
import { describeError } from './errors.ts'
import { compressed, fileResponse } from './files.ts'
import type { Counts, Logger } from './log.ts'
import { fileOf } from './paths.ts'
import type { ReadyResponse, Send } from './response.ts'
import type { SitePage, SitePages } from './site-pages.tsx'

/** In milliseconds: how long a page may take. Proxies wait longer, so that the visitor sees our own error page. */
const RENDER_TIMEOUT = 4000

/** So many requests may wait for one page with data. A hanging source affects no other page. */
const MOST_WAITING = 100

/** So many rendered pages are kept in memory, of about 45 kB each. Beyond that, the oldest is rendered again. */
const MOST_KEPT = 500

type Parts = { pages: SitePages; origin: string; send: Send; log: Logger; counts: Counts }

/** Responds with a server page that shows this content, for an endpoint. */
export type SendPage = (
  req: Request,
  res: Response,
  id: ServerPageId,
  shown: { status?: number; content: ReactNode },
) => Promise<void>

/** Creates the handlers that respond with pages. */
export function createPages({ pages, origin, send, log, counts }: Parts) {
  /** The last good response, or the pending first one, and when it expires, in milliseconds. */
  const kept = new Map<SitePage, { response: Promise<ReadyResponse>; until: number }>()
  const waiting = new Map<SitePage, number>()

  async function make({ path, status, render }: SitePage): Promise<ReadyResponse> {
    const html = await withinTime(signal => render({ url: new URL(path, origin), signal }))
    const { headers, bodies } = fileResponse(fileOf(path), await compressed(html))
    return { status, headers: { ...headers, ...(status === 503 && { 'Retry-After': '1' }) }, bodies }
  }

  /**
   * Renders and compresses a page when it is first asked for, and keeps the response. Requests meanwhile wait for
   * that rendering. A failed first rendering is not kept. A page with `revalidate` is rendered again by one request,
   * while others get the old response, which stays if that fails.
   */
  function readyPage(page: SitePage): Promise<ReadyResponse> {
    const { response: old, until = 0 } = kept.get(page) ?? {}
    if (old && performance.now() < until) return old
    const made = make(page).catch(error => {
      if (!old) throw error
      log.warn({ err: describeError(error), path: page.path }, 'rendering has failed: the old page stays')
      return old
    })
    const entry = { response: old ?? made, until: Number.POSITIVE_INFINITY }
    kept.set(page, entry)
    made.then(
      () => {
        entry.response = made
        if (page.revalidate) entry.until = performance.now() + page.revalidate * 1000
      },
      () => kept.delete(page),
    )
    const [first] = kept.size > MOST_KEPT ? [...kept.keys()].filter(({ fixed }) => fixed) : []
    if (first) kept.delete(first)
    return made
  }

  const wait = (page: SitePage, change: 1 | -1) => {
    waiting.set(page, (waiting.get(page) ?? 0) + change)
    counts.waiting += change
  }

  /** Renders a page with data for each request, or once per `revalidate` seconds. */
  const page: RequestHandler = async (req, res, next) => {
    const page = pages.at(req.path)
    if (!page) return next()
    if (waiting.get(page) === MOST_WAITING) {
      counts.refused++
      log.warn({ path: page.path, id: req.id }, `refused: ${MOST_WAITING} requests wait for this page`)
      return send(req, res, await readyPage(pages.busy))
    }
    wait(page, 1)
    try {
      if (page.revalidate) return await send(req, res, await readyPage(page))
      const url = new URL(req.originalUrl, origin)
      const html = await withinTime(signal => page.render({ url, signal }), res)
      res.set('Cache-Control', 'no-cache')
      sendHtml(req, res, html)
    } catch (error) {
      if (!res.closed) throw error // Otherwise the visitor has left.
    } finally {
      wait(page, -1)
    }
  }

  const sendPage: SendPage = async (req, res, id, { status = 200, content }) => {
    const html = await withinTime(signal => pages.renderWith(id, content, signal))
    res.status(status).set('Cache-Control', 'no-store')
    sendHtml(req, res, html)
  }

  return { readyPage, page, sendPage }
}

/** Runs work with a signal that aborts after the time-out, or when the client disconnects. */
async function withinTime<T>(work: (signal: AbortSignal) => Promise<T>, visitor?: Response): Promise<T> {
  // Not AbortSignal.any and AbortSignal.timeout: they would cost a tenth of the page.
  const stop = new AbortController()
  const late = () => stop.abort(new Error(`timeout: no page after ${RENDER_TIMEOUT} ms`))
  const timer = setTimeout(late, RENDER_TIMEOUT)
  visitor?.once('close', () => stop.abort())
  try {
    return await work(stop.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Express adds a weak ETag, because compression sends the page in several content encodings. */
function sendHtml(req: Request, res: Response, html: Buffer): void {
  // compression leaves a HEAD alone, so that its headers would differ from those of GET. Node sends no body either way.
  if (req.method === 'HEAD') req.method = 'GET'
  res.vary('Accept-Encoding').type('html').send(html)
}
