import type { Request, Response } from 'express'
import type { ServingCore } from '../../extension-points.ts'
import { rounded } from '../../server/http/request-log.ts'
import { withTimeout } from '../../server/render/page-limits.ts'
import { compress, compressFast } from '../../server/respond/compress.ts'
import type { Found } from '../../server/respond/found.ts'
import { type AnyResponse, pageResponse, redirectResponse } from '../../server/respond/responses.ts'
import { acceptedEncodings } from '../../server/respond/send.ts'
import { canonicalPath } from '../../shared/paths.ts'
import type { Match } from '../../shared/route-table.ts'
import type { Cache, CacheResult, PageResponses } from './cache.ts'
import type { Concurrency } from './concurrency.ts'
import type { LoadedPage, LoadOutcome, PageLoader } from './load-data.ts'
import { checkSize, createSizeWarnings } from './page-size.ts'
import { pageOfDataPath } from './paths.ts'
import type { Refusal } from './refusal.ts'
import { dataRedirect, dataResponse, missingData, sentPage, uncachedData, uncachedPage } from './responses.ts'
import type { SendPage } from './site.ts'

interface Parts extends ServingCore {
  pageLoader: PageLoader
  concurrency: Concurrency
  cache: Cache
  orRefuse: Refusal['orRefuse']
}

/** Serves the pages with a loader and their data. `sendPage` sends a page for an endpoint. */
export function createDataPages(parts: Parts) {
  const { table, pageLoader, renderer, concurrency, cache, errorPages, orRefuse, origin, send, log } = parts
  const warnOfSize = createSizeWarnings(log)

  /** Finds the page with a loader that is at a path, or whose data is at this path. */
  function find(path: string): Found | undefined {
    const pathOfData = pageOfDataPath(path)
    const asData = pathOfData !== undefined
    const pagePath = pathOfData ?? path
    const match = table.match(pagePath)
    if (!match?.route.loader) return undefined
    const { revalidate } = match.route
    return {
      kind: 'dynamic',
      respond(req, res) {
        const url = new URL(pagePath + req.url.slice(req.path.length), origin)
        const response = revalidate
          ? respondCached(res, match, url, revalidate, asData)
          : respondUncached(req, res, match, url, asData)
        return orRefuse(req, res, response)
      },
    }
  }

  /** Loads and renders a page for one request. */
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
      if (asData) return uncachedData(outcome.status, outcome.json)
      using rendered = await renderWithPermit(outcome, signal)
      // Compressed here and not while it's sent: pages that are rendered faster than they're compressed would fill the memory.
      const body = encoding ? await compressFast(rendered.html, encoding) : rendered.html
      return uncachedPage(outcome.status, body, encoding)
    }, res)
  }

  /** Loads and renders a page for everybody, for `seconds`. The load goes on if the client that started it leaves. */
  async function respondCached(res: Response, match: Match, url: URL, seconds: number, asData: boolean) {
    const cached = await cache.get(url.pathname, seconds, () => loadBoth(match, url))
    setServerTiming(res, cached)
    return asData ? cached.data : cached.document
  }

  const loadBoth = (match: Match, url: URL): Promise<PageResponses> =>
    withTimeout(async signal => {
      const route = match.route
      using _permit = await concurrency.permitLoad({ route, signal, willRender: true })
      const outcome = await pageLoader.load(match, url, signal)
      const { loaderMs } = outcome
      if (outcome.kind !== 'page') return { ...(await responsesWithoutPage(outcome, url)), loaderMs }
      using rendered = await renderWithPermit(outcome, signal)
      return {
        document: pageResponse(outcome.status, await compress(rendered.html)),
        data: dataResponse(outcome.status, await compress(Buffer.from(outcome.json))),
        loaderMs,
      }
    })

  const renderWithPermit = (page: LoadedPage, signal: AbortSignal) =>
    concurrency.render({ route: page.route, signal }, async () => {
      const html = await renderer.render(page, signal)
      checkSize(page, html.length)
      warnOfSize(page, html.length)
      return html
    })

  /** The responses if the loader has found no page, or redirects. */
  async function responsesWithoutPage(
    outcome: Exclude<LoadOutcome, LoadedPage>,
    { pathname }: URL,
  ): Promise<PageResponses> {
    if (outcome.kind === 'notFound')
      return { document: await errorPages.notFound(pathname), data: missingData, isNotFound: true }
    const { status, to } = outcome
    return { document: redirectResponse(status, to), data: dataRedirect(status, to) }
  }

  const sendPage: SendPage = async (req, res, id, content) => {
    // In a mounted router, req.path lacks the path's first part. Express ignores case and a slash at the end.
    const path = canonicalPath(req.baseUrl + req.path) ?? ''
    const match = table.match(path)
    if (match?.route.id !== id) throw new Error(`sendPage: ${path} is not the path of the page ${id}`)
    const query = req.url.slice(req.path.length) // The page is for this request alone, so it keeps the query.
    const page = pageLoader.pageOf(match.route, path, query, content)
    const response = withTimeout(async signal => {
      using rendered = await renderWithPermit(page, signal)
      return sentPage(page.status, rendered.html)
    })
    await send(req, res, await orRefuse(req, res, response))
  }

  return { find, sendPage }
}

/**
 * Reports the cache's state and the loader's time to the visitor, and the time to the log. A 304 has the header, too: it
 * replaces the one in the visitor's cache.
 * https://www.w3.org/TR/server-timing/
 */
function setServerTiming(res: Response, { state, loaderMs }: Partial<CacheResult>): void {
  const waitedForLoader = state === undefined || state === 'miss'
  const cache = state ? [`cache;desc=${state}`] : []
  const loader = waitedForLoader && loaderMs !== undefined ? [`loader;dur=${loaderMs.toFixed(1)}`] : []
  if (waitedForLoader && loaderMs !== undefined) res.locals.logged = { loaderMs: rounded(loaderMs) }
  res.set('Server-Timing', [...cache, ...loader].join(', '))
}
