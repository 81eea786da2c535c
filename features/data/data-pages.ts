import type { Request, Response } from 'express'
import { timed } from '../../server/http/request-log.ts'
import type { StaticPages } from '../../server/pages/static-pages.ts'
import type { PageRenderer } from '../../server/render/page-renderer.tsx'
import { withTimeout } from '../../server/render/page-timeout.ts'
import { compress, compressFast } from '../../server/respond/compress.ts'
import type { Found } from '../../server/respond/page-source.ts'
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
} from '../../server/respond/responses.ts'
import { acceptedEncodings, type Send } from '../../server/respond/send.ts'
import type { SendPage } from '../../server/site.ts'
import { canonicalPath, pageOfDataPath } from '../../shared/paths.ts'
import type { Match, RouteTable } from '../../shared/route-table.ts'
import type { Cache, CachedResponses, LoadedResponses } from './cache.ts'
import type { Concurrency } from './concurrency.ts'
import type { LoadedPage, LoadOutcome, PageLoader } from './load-data.ts'

export interface DataPagesParts {
  table: RouteTable
  pageLoader: PageLoader
  renderer: PageRenderer
  concurrency: Concurrency
  cache: Cache
  staticPages: StaticPages
  origin: string
  send: Send
}

/** The pages with a loader, their data, and the function that sends one for an endpoint. */
export function createDataPages(parts: DataPagesParts) {
  const { table, pageLoader, renderer, concurrency, cache, staticPages, origin, send } = parts

  /** Finds the page with a loader at a path, or the one whose data is there. */
  function find(path: string): Found | undefined {
    const ofData = pageOfDataPath(path)
    const asData = ofData !== undefined
    const pagePath = ofData ?? path
    const match = table.match(pagePath)
    if (!match?.route.loader) return undefined
    const { revalidate } = match.route
    return {
      kind: 'dynamic',
      respond(req, res) {
        const url = new URL(pagePath + req.url.slice(req.path.length), origin)
        return revalidate
          ? respondCached(res, match, url, revalidate, asData)
          : respondUncached(req, res, match, url, asData)
      },
    }
  }

  /** For one request. */
  function respondUncached(req: Request, res: Response, match: Match, url: URL, asData: boolean) {
    const [encoding] = acceptedEncodings(req)
    return withTimeout(async (signal): Promise<AnyResponse> => {
      const route = match.route
      using _permit = await concurrency.permitLoad({ route, signal, willRender: !asData })
      const outcome = await pageLoader.load(match, url, signal)
      setServerTiming(res, { loaderMs: outcome.loaderMs })
      if (outcome.kind !== 'page') {
        const { document, data } = await responsesWithoutPage(outcome, url)
        return asData ? data : document
      }
      if (asData) return uncachedData(outcome, outcome.json)
      using rendered = await render(outcome, signal)
      // Here, and not on its way to the client: what is rendered faster than it's compressed would fill the memory.
      const body = encoding ? await compressFast(rendered.html, encoding) : rendered.html
      return uncachedPage(outcome, body, encoding)
    }, res)
  }

  /** For everybody, for `seconds`. The load goes on when the client that began it has left. */
  async function respondCached(res: Response, match: Match, url: URL, seconds: number, asData: boolean) {
    const cached = await cache.get(url.pathname, seconds, () => loadBoth(match, url))
    setServerTiming(res, cached)
    return asData ? cached.data : cached.document
  }

  const loadBoth = (match: Match, url: URL): Promise<LoadedResponses> =>
    withTimeout(async signal => {
      const route = match.route
      using _permit = await concurrency.permitLoad({ route, signal, willRender: true })
      const outcome = await pageLoader.load(match, url, signal)
      const { loaderMs } = outcome
      if (outcome.kind !== 'page') return { ...(await responsesWithoutPage(outcome, url)), loaderMs }
      using rendered = await render(outcome, signal)
      return {
        document: pageResponse(outcome, await compress(rendered.html)),
        data: dataResponse(outcome, await compress(Buffer.from(outcome.json))),
        loaderMs,
      }
    })

  const render = (page: LoadedPage, signal: AbortSignal) =>
    concurrency.render({ route: page.route, signal }, () => renderer.renderLoaded(page, signal))

  /** Where the loader has found no page, or redirects. */
  async function responsesWithoutPage(
    outcome: Exclude<LoadOutcome, LoadedPage>,
    { pathname }: URL,
  ): Promise<LoadedResponses> {
    if (outcome.kind === 'notFound')
      return { document: await staticPages.notFound(pathname), data: missingData, isNotFound: true }
    const { status, to } = outcome
    return { document: redirectResponse(status, to), data: dataRedirect(status, to) }
  }

  const sendPage: SendPage = async (req, res, id, content) => {
    // In a router that is mounted, req.path is the rest. Express ignores case and a slash at the end.
    const path = canonicalPath(req.baseUrl + req.path) ?? ''
    const match = table.match(path)
    if (match?.route.id !== id) throw new Error(`sendPage: ${path} is not the path of the page ${id}`)
    const query = req.url.slice(req.path.length) // It's for this request alone, and so for its query.
    const page = pageLoader.pageOf(match.route, path, query, content)
    const rendering = withTimeout(async signal => {
      using rendered = await render(page, signal)
      return rendered.html
    })
    await send(req, res, sentPage(page, await timed(res, rendering)))
  }

  return { find, sendPage }
}

/**
 * Tells the visitor and the log. A 304 has the header, too: it replaces the one in the visitor's cache.
 * https://www.w3.org/TR/server-timing/
 */
function setServerTiming(res: Response, { state, loaderMs }: Partial<CachedResponses>): void {
  const waitedForLoader = state === undefined || state === 'miss'
  const cache = state ? [`cache;desc=${state}`] : []
  const loader = waitedForLoader && loaderMs !== undefined ? [`loader;dur=${loaderMs.toFixed(1)}`] : []
  res.locals.loaderMs = waitedForLoader ? loaderMs : undefined
  res.set('Server-Timing', [...cache, ...loader].join(', '))
}
