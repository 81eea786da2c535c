import type { CoreServices } from '../../extension-points.ts'
import { ClientLeft, describeError, UserError } from '../../server/lib/errors.ts'
import type { RoutePage } from '../../server/metadata/server-head.ts'
import type { PageData } from '../../shared/page.tsx'
import { headOf } from '../../shared/page-head.ts'
import type { Match, ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import { titleOf } from '../../shared/titles.ts'
import { checkSize } from './page-size.ts'
import {
  type Loaded,
  type LoadedHead,
  type Loader,
  type LoadRequest,
  NotFoundResult,
  RedirectResult,
} from './site.ts'

// A loader's error becomes a 500 in handleError of server/http/app.ts, which logs it. If an older page is cached, that page stays
// (cache.ts), and serve.ts logs a warning. A prerender names the page (scripts/write/render-pages.ts). An error that comes after
// its request's end is logged below. A timeout (server/render/page-limits.ts) rejects the same way.

/** A loader, whatever the type of its data. */
export interface AnyLoader extends Pick<Loader<unknown>, 'paths'> {
  load(request: LoadRequest): unknown
}

/** A page with its data. */
export interface LoadedPage extends RoutePage {
  kind: 'page'
  status: number
  /** A PageData as JSON. The server renders from this text, as the browser will, so both show the same. */
  json: string
}

export type LoadOutcome = LoadedPage | { kind: 'notFound' } | { kind: 'redirect'; to: string; status: number }

/** Adds how long the loader took. */
type Timed<Outcome> = Outcome & { loaderMs: number }

/** The loaders, by their routes' ids. */
export type AnyLoaders = Readonly<Record<string, AnyLoader>>

interface PageLoaderParts extends CoreServices {
  loaders: AnyLoaders
}

export interface PageLoader {
  /**
   * Calls a page's loader. With `revalidate` the loader sees no query. Rejects if the result can't be shown; the message
   * names the path.
   */
  load(match: Match, url: URL, signal: AbortSignal): Promise<Timed<LoadOutcome>>
  /** Makes a page that shows this content. */
  pageOf(route: ResolvedRoute, path: string, query: string | undefined, content: Loaded<unknown>): LoadedPage
}

/** Creates the page loader. Throws a UserError if a route has no loader, so that a build names it. */
export function createPageLoader(parts: PageLoaderParts): PageLoader {
  const { table, company, buildId, allowed, log } = parts
  const loaders = loadersOf(table, parts.loaders)
  const redirects = allowed.redirects ?? []

  async function load(match: Match, url: URL, signal: AbortSignal): Promise<Timed<LoadOutcome>> {
    // One load serves every query.
    if (match.route.revalidate) url.search = ''
    const { pathname, search } = url // A loader may change its URL.
    const begun = performance.now()
    const result = await callLoader(match, url, signal)
    const loaderMs = performance.now() - begun
    return { ...outcomeOf(result, match.route, pathname, search), loaderMs }
  }

  async function callLoader({ route, params }: Match, url: URL, signal: AbortSignal): Promise<unknown> {
    const { pathname: path } = url
    const loading = (async () => loaders.get(route.id)?.load({ params, url, signal }))()
    // A failure that comes after the request is logged, unless our own abort caused it.
    loading.catch(error => {
      if (signal.aborted && !isAbort(error, signal))
        log.warn({ err: describeError(error), path }, 'a loader failed after its request')
    })
    try {
      // A loader may ignore the signal.
      return await Promise.race([loading, rejectOnAbort(signal)])
    } catch (thrown) {
      const place = `${path}: loaders.${route.id} in server/site/loaders.ts`
      const isTimeout = signal.aborted && isAbort(thrown, signal) && !(signal.reason instanceof ClientLeft)
      if (isTimeout) throw new UserError(`${place} is still running: ${signal.reason.message}`)
      const mistake = THROWN_RESULTS.find(([type]) => thrown instanceof type)?.[1]
      if (!mistake) throw thrown
      throw new UserError(`${place} throws ${mistake}`)
    }
  }

  function outcomeOf(result: unknown, route: ResolvedRoute, path: string, search: string): LoadOutcome {
    if (result instanceof NotFoundResult) return { kind: 'notFound' }
    if (result instanceof RedirectResult)
      return { kind: 'redirect', to: redirectTarget(result.to, path), status: result.status }
    if (typeof result !== 'object' || result === null || !('data' in result))
      throw new UserError(
        `${path}: loaders.${route.id} in server/site/loaders.ts must return { data }, notFound() or redirect(to)`,
      )
    return pageOf(route, path, route.revalidate ? undefined : search, result)
  }

  function pageOf(
    route: ResolvedRoute,
    path: string,
    query: string | undefined,
    content: Loaded<unknown>,
  ): LoadedPage {
    const { status = 200 } = content
    if (NOT_IN_JSON.test(typeof content.data))
      throw new UserError(
        `${path}: the loader's data can't be sent as JSON, because its type is ${typeof content.data}`,
      )
    const { title, ...others } = withValues(content.head ?? {})
    const fields = { ...route, ...others, heading: title ?? route.heading }
    const head = { ...headOf(route, path, table), canonical: fields.canonical }
    if (title) head.title = titleOf(company, title, route.isHome)
    const page: PageData = { buildId, query, head, data: content.data }
    const json = toJson(page, path)
    // The HTML will contain this JSON. The size is checked again, with the whole HTML.
    checkSize({ path, json }, Buffer.byteLength(json))
    return { kind: 'page', route, path, query, status, head, fields, json }
  }

  /** Returns a path of this site, or a URL from an origin that the policy lists. Throws for others: a visitor may send any. */
  function redirectTarget(to: string, from: string): string {
    if (to.startsWith('/')) {
      // The URL is parsed as browsers do it: //other.example and /\other.example are a different host.
      const url = URL.parse(to, ANY_ORIGIN)
      // The parser turns /.//other.example into //other.example, which browsers take for a different host, too.
      const isOwn = url?.origin === ANY_ORIGIN && !url.pathname.startsWith('//')
      if (isOwn) return url.pathname + url.search + url.hash
    } else {
      const url = URL.parse(to)
      if (url && redirects.includes(url.origin)) return url.href
    }
    throw new UserError(
      `${from}: the loader redirects to ${to}: write a path that begins with one slash, or list its origin as \`redirects\` in server/site/policy.ts`,
    )
  }

  return { load, pageOf }
}

/** The loader of each route that has one, by its id. */
function loadersOf({ routes }: RouteTable, loaders: AnyLoaders): ReadonlyMap<string, AnyLoader> {
  const found = new Map<string, AnyLoader>()
  for (const { id } of routes.filter(({ loader }) => loader)) {
    const loader = loaders[id]
    if (!loader) throw new UserError(`routes.${id} has no loader: write it in server/site/loaders.ts`)
    found.set(id, loader)
  }
  return found
}

/** Rejects when the signal aborts, for work that may ignore the signal. */
export const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
  })

/** Leaves out fields without a value: a source may have null or '' for a field that it doesn't know. */
const withValues = (head: LoadedHead): LoadedHead =>
  Object.fromEntries(Object.entries(head).filter(([, value]) => value))

/** An origin to parse a path with. Any would do. */
const ANY_ORIGIN = 'http://site.invalid'

/** The results that loaders of other frameworks throw. Each message says what to write here. */
const THROWN_RESULTS: readonly (readonly [type: new (...args: never) => object, mistake: string])[] = [
  [NotFoundResult, 'notFound(): write return notFound()'],
  [RedirectResult, 'redirect(): write return redirect(to)'],
  [Response, 'a Response: return { data, status }, notFound() or redirect(to)'],
]

/** The types that JSON.stringify leaves out. */
const NOT_IN_JSON = /^(undefined|function|symbol)$/

function toJson(page: PageData, path: string): string {
  try {
    return JSON.stringify(page)
  } catch (error) {
    throw new Error(`${path}: the loader's data can't be sent as JSON`, { cause: error })
  }
}

/** Whether a loader has failed because of our own abort. Node's timers and streams have the signal's reason as the cause. */
const isAbort = (error: unknown, { reason }: AbortSignal) =>
  error === reason || (error instanceof Error && error.cause === reason)
