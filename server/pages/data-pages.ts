import type { Request, RequestHandler, Response } from 'express'
import { type Match, pageOfDataPath, type Table } from '../../shared/page-table.ts'
import { compressed } from '../http/compress.ts'
import { timed } from '../http/request-log.ts'
import type { Send } from '../http/response.ts'
import type { Cache, PageResponses } from './cache.ts'
import type { Make } from './concurrency-limit.ts'
import type { FixedPages } from './fixed-pages.ts'
import type { LoadedPage, LoadOutcome, LoadPage } from './load-page.ts'
import type { DataOf, LoaderId } from './loader.ts'
import type { PageRenderer } from './page-renderer.tsx'
import {
  dataResponse,
  missingDataResponse,
  pageResponse,
  privateCacheControl,
  redirectResponse,
} from './page-response.ts'
import { ClientLeft, withTimeout } from './with-timeout.ts'

/** Responds with a page that shows this data instead of its loader's, for an endpoint at the path of the page. */
export type SendPage = <Id extends LoaderId>(
  req: Request,
  res: Response,
  id: Id,
  content: { data: DataOf<Id>; status?: number; head?: { title?: string; description?: string } },
) => Promise<void>

export interface DataPagesParts {
  table: Table
  loadPage: LoadPage
  renderer: PageRenderer
  make: Make
  cache: Cache
  fixedPages: FixedPages
  origin: string
  send: Send
}

/** The middleware for the pages with a loader and for their data, and the function that shows one for an endpoint. */
export function createDataPages(parts: DataPagesParts): { handler: RequestHandler; sendPage: SendPage } {
  const { table, loadPage, renderer, make, cache, fixedPages, origin, send } = parts

  const handler: RequestHandler = async (req, res, next) => {
    const ofData = pageOfDataPath(req.path)
    const asData = ofData !== undefined
    const match = table.match(ofData ?? req.path)
    if (!match?.row.loader) return next()
    if (asData) res.set('X-Robots-Tag', 'noindex')
    const url = new URL(ofData ?? req.path, origin)
    try {
      if (match.row.revalidate) await sendKept(req, res, match, url, match.row.revalidate, asData)
      else {
        url.search = new URL(req.originalUrl, origin).search
        await sendAnew(req, res, match, url, asData)
      }
    } catch (error) {
      if (!(error instanceof ClientLeft)) throw error
    }
  }

  /** Loads, and renders unless only the data is asked for, for this request alone. */
  async function sendAnew(req: Request, res: Response, match: Match, url: URL, asData: boolean) {
    const loadAndRender = async (signal: AbortSignal) => {
      const outcome = await loadPage.load(match, url, signal)
      res.locals.loaded = outcome.loadTime
      if (outcome.kind !== 'page') return responsesWithout(outcome)
      const text = asData ? outcome.json : await renderer.renderLoaded(outcome, signal)
      return { status: outcome.status, text }
    }
    const made = await timed(res, make(match.row, loadAndRender, res))
    if ('document' in made) return send(req, res, asData ? made.data : made.document)
    res.status(made.status).set('Cache-Control', privateCacheControl(made.status))
    sendText(req, res, asData ? 'json' : 'html', made.text)
  }

  /** Sends what is kept, stale too. The first request loads it, without its query. */
  async function sendKept(
    req: Request,
    res: Response,
    match: Match,
    url: URL,
    seconds: number,
    asData: boolean,
  ) {
    const kept = cache.get(url.pathname, seconds, () =>
      make(match.row, signal => loadAndKeep(match, url, signal)),
    )
    if (kept instanceof Promise) {
      const { loadTime } = await timed(res, kept)
      res.locals.loaded = loadTime
    }
    const { document, data = document } = await kept
    await send(req, res, asData ? data : document)
  }

  async function loadAndKeep(match: Match, url: URL, signal: AbortSignal): Promise<PageResponses> {
    const outcome = await loadPage.load(match, url, signal)
    const { loadTime } = outcome
    if (outcome.kind !== 'page') return { ...(await responsesWithout(outcome)), loadTime }
    const html = await compressed(await renderer.renderLoaded(outcome, signal))
    const data = await compressed(Buffer.from(outcome.json))
    return {
      document: pageResponse(outcome.status, html),
      data: dataResponse(outcome.status, data),
      loadTime,
    }
  }

  /** Where the loader has found no page, or leads elsewhere. */
  async function responsesWithout(outcome: Exclude<LoadOutcome, LoadedPage>) {
    if (outcome.kind === 'notFound')
      return { document: await fixedPages.notFound(), data: missingDataResponse }
    const redirect = redirectResponse(outcome.status, outcome.to)
    return { document: redirect, data: redirect }
  }

  const sendPage: SendPage = async (req, res, id, { data, status, head }) => {
    const match = table.match(req.path)
    if (match?.row.id !== id) throw new Error(`sendPage: ${req.path} is not the path of the page ${id}`)
    const { search } = new URL(req.originalUrl, origin)
    const page = loadPage.pageOf(match.row, req.path, search, { data, status, head })
    // Never refused: nothing is loaded, and the endpoint has done its work.
    const html = await timed(
      res,
      withTimeout(signal => renderer.renderLoaded(page, signal)),
    )
    res.status(page.status).set('Cache-Control', 'no-store')
    sendText(req, res, 'html', html)
  }

  return { handler, sendPage }
}

/** Express adds a weak ETag, because compression sends the text in several content encodings. */
function sendText(req: Request, res: Response, type: 'html' | 'json', text: Buffer | string): void {
  // compression leaves a HEAD alone, so that its headers would differ from those of GET. Node sends no body either way.
  if (req.method === 'HEAD') req.method = 'GET'
  res.vary('Accept-Encoding').type(type).send(text)
}
