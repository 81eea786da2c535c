import type { Request, RequestHandler, Response } from 'express'
import { type Match, pageOfDataPath, type Table } from '../../shared/page-table.ts'
import { describeError } from '../errors.ts'
import { compressed } from '../http/compress.ts'
import { type Bodies, type Send, type StaticResponse, textResponse } from '../http/response.ts'
import type { Logger } from '../logger.ts'
import type { Counts } from '../summary.ts'
import type { LoadedPage, LoadOutcome, LoadPage } from './load-page.ts'
import type { DataOf, LoaderId } from './loader.ts'
import type { PageCache } from './page-cache.ts'
import type { PageRenderer } from './page-renderer.tsx'
import { dataResponse, pageResponse } from './page-response.ts'
import { createStaleWhileRevalidate } from './stale-while-revalidate.ts'
import { createWaitingLimit, MAX_WAITING } from './waiting-limit.ts'
import { ClientLeft, withTimeout } from './with-timeout.ts'

/** In bytes: the pages with `revalidate` that are kept, with their data and in every content encoding. */
const MAX_KEPT_SIZE = 64_000_000

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
  cache: PageCache
  origin: string
  send: Send
  log: Logger
  counts: Counts
}

/** A page in its two forms, or what its loader has said instead. */
type KeptPage =
  | { kind: 'page'; html: StaticResponse; data: StaticResponse }
  | Exclude<LoadOutcome, LoadedPage>

/** The middleware for the pages with a loader and for their data, and the function that shows one for an endpoint. */
export function createDataPages(parts: DataPagesParts): { handler: RequestHandler; sendPage: SendPage } {
  const { table, loadPage, renderer, cache, origin, send, log, counts } = parts
  const limit = createWaitingLimit(counts)
  const keptPages = createStaleWhileRevalidate<KeptPage>({
    maxSize: MAX_KEPT_SIZE,
    onRefreshError: (error, path) =>
      log.warn({ err: describeError(error), path }, 'loading has failed: the old page stays'),
  })
  const missingData = textResponse(404, 'Not found')

  const handler: RequestHandler = async (req, res, next) => {
    const ofData = pageOfDataPath(req.path)
    const asData = ofData !== undefined
    const match = table.match(ofData ?? req.path)
    if (!match?.row.loader) return next()
    if (asData) res.set('X-Robots-Tag', 'noindex')
    const url = new URL(ofData ?? req.path, origin)
    try {
      if (match.row.revalidate) await respondWithKept(req, res, match, url, match.row.revalidate, asData)
      else {
        url.search = new URL(req.originalUrl, origin).search
        await respondAnew(req, res, match, url, asData)
      }
    } catch (error) {
      if (!(error instanceof ClientLeft)) throw error
    }
  }

  /** Loads, and renders unless only the data is asked for, for this request alone. */
  async function respondAnew(req: Request, res: Response, match: Match, url: URL, asData: boolean) {
    if (limit.isReached(match.row)) return refuse(req, res)
    await withTimeout(async signal => {
      const outcome = await limit.wait(match.row, loadPage.load(match, url, signal))
      if (outcome.kind !== 'page') return respondWithout(req, res, outcome, asData)
      res.status(outcome.status).set('Cache-Control', 'private, no-cache')
      if (asData) return sendText(req, res, 'json', outcome.json)
      sendText(req, res, 'html', await renderer.renderLoaded(outcome, signal))
    }, res)
  }

  /** Sends what is kept, stale too; the first request loads it. */
  async function respondWithKept(
    req: Request,
    res: Response,
    match: Match,
    url: URL,
    seconds: number,
    asData: boolean,
  ) {
    const path = url.pathname
    const make = () => loadAndRender(match, url)
    let page = keptPages.kept(path, seconds, make)
    if (!page) {
      if (limit.isReached(match.row)) return refuse(req, res)
      page = await limit.wait(match.row, keptPages.makeFirst(path, seconds, make))
    }
    if (page.kind !== 'page') return respondWithout(req, res, page, asData)
    await send(req, res, asData ? page.data : page.html)
  }

  async function loadAndRender(match: Match, url: URL) {
    return withTimeout(async signal => {
      const outcome = await loadPage.load(match, url, signal)
      if (outcome.kind !== 'page') return { value: outcome, size: 0, keep: false }
      const html = await compressed(await renderer.renderLoaded(outcome, signal))
      const data = await compressed(Buffer.from(outcome.json))
      const value: KeptPage = {
        kind: 'page',
        html: pageResponse(outcome.status, html),
        data: dataResponse(outcome.status, data),
      }
      return { value, size: sizeOf(html) + sizeOf(data), keep: true }
    })
  }

  /** Where the loader has found no page, or leads elsewhere. */
  async function respondWithout(
    req: Request,
    res: Response,
    outcome: Exclude<LoadOutcome, LoadedPage>,
    asData: boolean,
  ) {
    if (outcome.kind === 'redirect') return res.redirect(outcome.status, outcome.to)
    await send(req, res, asData ? missingData : await cache(renderer.notFound))
  }

  async function refuse(req: Request, res: Response) {
    counts.refused++
    log.warn(
      { path: req.path, id: req.id },
      `refused: ${MAX_WAITING} requests wait for the source of this page`,
    )
    await send(req, res, await cache(renderer.busy))
  }

  const sendPage: SendPage = async (req, res, id, { data, status, head }) => {
    const match = table.match(req.path)
    if (match?.row.id !== id) throw new Error(`sendPage: ${req.path} is not the path of the page ${id}`)
    const { search } = new URL(req.originalUrl, origin)
    const page = loadPage.pageOf(match.row, req.path, search, { data, status, head })
    const html = await withTimeout(signal => renderer.renderLoaded(page, signal))
    res.status(page.status).set('Cache-Control', 'no-store')
    sendText(req, res, 'html', html)
  }

  return { handler, sendPage }
}

function sizeOf(bodies: Bodies): number {
  let size = 0
  for (const body of [bodies.identity, bodies.br, bodies.gzip]) size += body?.length ?? 0
  return size
}

/** Express adds a weak ETag, because compression sends the text in several content encodings. */
function sendText(req: Request, res: Response, type: 'html' | 'json', text: Buffer | string): void {
  // compression leaves a HEAD alone, so that its headers would differ from those of GET. Node sends no body either way.
  if (req.method === 'HEAD') req.method = 'GET'
  res.vary('Accept-Encoding').type(type).send(text)
}
