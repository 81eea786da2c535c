import type { Response } from 'express'
import type { Match, Table } from '../../shared/page-table.ts'
import { pageOfDataPath } from '../../shared/paths.ts'
import { compress } from '../http/compress.ts'
import { type MaybePromise, mapMaybePromise, type PageSource } from '../http/page-source.ts'
import { timed } from '../http/request-log.ts'
import {
  type AnyResponse,
  dataRedirect,
  dataResponse,
  missingData,
  pageResponse,
  redirectResponse,
  sentPage,
  uncachedData,
  uncachedPage,
} from '../http/responses.ts'
import type { Send } from '../http/send.ts'
import type { Limits } from '../limits/limits.ts'
import { withTimeout } from '../limits/page-timeout.ts'
import type { SendPage } from '../owner.ts'
import type { LoadedPage, LoadOutcome, PageLoader } from '../render/page-loader.ts'
import type { PageRenderer } from '../render/page-renderer.tsx'
import type { Cache, PageResponses } from './cache.ts'
import type { FixedPages } from './fixed-pages.ts'

export interface DataPagesParts {
  table: Table
  pageLoader: PageLoader
  renderer: PageRenderer
  limits: Limits
  cache: Cache
  fixedPages: FixedPages
  origin: string
  send: Send
}

/** The pages with a loader and their data, and the function that shows one for an endpoint. */
export function createDataPages(parts: DataPagesParts) {
  const { table, pageLoader, renderer, limits, cache, fixedPages, origin, send } = parts

  /** Finds the page with a loader at a path, or the one whose data is there. */
  function find(path: string) {
    const ofData = pageOfDataPath(path)
    const match = table.match(ofData ?? path)
    return match?.row.loader && { match, path: ofData ?? path, asData: ofData !== undefined }
  }

  const withData: PageSource['withData'] = (req, res) => {
    const found = find(req.path)
    if (!found) return undefined
    const { match, path, asData } = found
    const { revalidate } = match.row
    const url = new URL(path + req.url.slice(req.path.length), origin)
    return revalidate
      ? respondCached(res, match, url, revalidate, asData)
      : respondUncached(res, match, url, asData)
  }

  const load = (match: Match, url: URL, signal: AbortSignal, isRendered: boolean) =>
    limits.load({ group: match.row, signal, isRendered }, () => pageLoader.load(match, url, signal))

  const render = (page: LoadedPage, signal: AbortSignal) =>
    limits.render({ group: page.row, signal, bytes: page.json.length }, () =>
      renderer.renderLoaded(page, signal),
    )

  /** Renders what is sent once. It is compressed on its way, without a slot, which a slow client would hold. */
  async function renderUncached(page: LoadedPage, signal: AbortSignal): Promise<Buffer> {
    using rendered = await render(page, signal)
    return rendered.html
  }

  /** A page that no other request is given: it is loaded, and rendered unless only its data is asked for. */
  const respondUncached = (res: Response, match: Match, url: URL, asData: boolean): Promise<AnyResponse> =>
    withTimeout(async signal => {
      const outcome = await load(match, url, signal, !asData)
      setServerTiming(res, outcome)
      if (outcome.kind !== 'page') {
        const { document, data } = await responsesWithoutPage(outcome, url)
        return asData ? data : document
      }
      if (asData) return uncachedData(outcome, outcome.json)
      return uncachedPage(outcome, await renderUncached(outcome, signal))
    }, res)

  /** What is cached, stale too. The first request loads it. */
  function respondCached(
    res: Response,
    match: Match,
    url: URL,
    seconds: number,
    asData: boolean,
  ): MaybePromise {
    const loadOnce = () => withTimeout(signal => loadAndCache(match, url, signal))
    return mapMaybePromise(
      cache.get(url.pathname, seconds, loadOnce),
      ({ document, data, cached, loadTime }) => {
        setServerTiming(res, { cached: cached ?? 'miss', loadTime })
        return asData ? data : document
      },
    )
  }

  async function loadAndCache(match: Match, url: URL, signal: AbortSignal): Promise<PageResponses> {
    const outcome = await load(match, url, signal, true)
    const { loadTime } = outcome
    if (outcome.kind !== 'page') return { ...(await responsesWithoutPage(outcome, url)), loadTime }
    using rendered = await render(outcome, signal)
    return {
      document: pageResponse(outcome, await compress(rendered.html)),
      data: dataResponse(outcome, await compress(Buffer.from(outcome.json))),
      loadTime,
    }
  }

  /** Where the loader has found no page, or leads elsewhere. */
  async function responsesWithoutPage(outcome: Exclude<LoadOutcome, LoadedPage>, { pathname }: URL) {
    if (outcome.kind === 'notFound')
      return { document: await fixedPages.notFound(pathname), data: missingData, notFound: true }
    const { status, to } = outcome
    return { document: redirectResponse(status, to), data: dataRedirect(status, to) }
  }

  const sendPage: SendPage = async (req, res, id, content) => {
    const match = table.match(req.path)
    if (match?.row.id !== id) throw new Error(`sendPage: ${req.path} is not the path of the page ${id}`)
    // It is for this request alone, and so for its query.
    const { search } = new URL(req.originalUrl, origin)
    const page = pageLoader.pageOf(match.row, req.path, search, content)
    const html = await timed(
      res,
      withTimeout(signal => renderUncached(page, signal)),
    )
    await send(req, res, sentPage(page, html))
  }

  const has = (path: string): boolean => find(path) !== undefined

  return { withData, has, sendPage }
}

interface Timing {
  /** Undefined for a page that is not cached. */
  cached?: PageResponses['cached'] | 'miss'
  /** In milliseconds: how long this request has waited for the loader. */
  loadTime?: number | undefined
}

/**
 * Tells the visitor and the log. A 304 has the header, too: it replaces the one that the visitor's cache has stored.
 * https://www.w3.org/TR/server-timing/
 */
function setServerTiming(res: Response, { cached, loadTime }: Timing): void {
  res.locals.loadTime = loadTime
  const cache = cached ? [`cache;desc=${cached}`] : []
  const loader = loadTime === undefined ? [] : [`loader;dur=${loadTime.toFixed(1)}`]
  res.set('Server-Timing', [...cache, ...loader].join(', '))
}
