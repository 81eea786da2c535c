import type { CoreServices } from '../../joints.ts'
import { describeError, UserError } from '../../server/lib/errors.ts'
import type { RoutePage } from '../../server/render/page-renderer.tsx'
import { sizeProblem } from '../../server/render/page-size.ts'
import { rejectOnAbort } from '../../server/render/page-timeout.ts'
import type { PageData } from '../../shared/page.tsx'
import { headOf } from '../../shared/page-head.ts'
import type { Match, ResolvedRoute } from '../../shared/route-table.ts'
import { titleOf } from '../../shared/titles.ts'
import {
  type Loaded,
  type LoadedHead,
  type Loader,
  type LoadRequest,
  NotFoundResult,
  RedirectResult,
} from './site.ts'

// An error of a loader becomes a 500 in handleError of server/http/app.ts, which logs it. Where an older page is cached, that stays
// (cache.ts), and serve.ts logs a warning. A prerender names the page (scripts/write/render-pages.ts). An error that comes after the
// end of its request is logged below.

/** A loader, whatever its data is. */
export interface AnyLoader extends Pick<Loader<unknown>, 'paths'> {
  load(request: LoadRequest): unknown
}

/** A page with what it shows. */
export interface LoadedPage extends RoutePage {
  kind: 'page'
  status: number
  /** With the data: a PageData. The server renders what the browser will read. */
  json: string
}

export type LoadOutcome = LoadedPage | { kind: 'notFound' } | { kind: 'redirect'; to: string; status: number }

/** With how long the loader took. */
type Timed<Outcome> = Outcome & { loaderMs: number }

/** By the ids of their routes. */
export type AnyLoaders = Readonly<Record<string, AnyLoader>>

interface PageLoaderParts extends CoreServices {
  loaders: AnyLoaders
}

export interface PageLoader {
  /** Asks the loader of a page, which sees no query with `revalidate`. Rejects where what it gives is no page: the message names the path. */
  load(match: Match, url: URL, signal: AbortSignal): Promise<Timed<LoadOutcome>>
  /** A page that shows this content. */
  pageOf(route: ResolvedRoute, path: string, query: string | undefined, content: Loaded<unknown>): LoadedPage
}

export function createPageLoader(parts: PageLoaderParts): PageLoader {
  const { table, loaders, company, buildId, allowed, log } = parts
  const redirects = allowed.redirects ?? []

  async function load(match: Match, url: URL, signal: AbortSignal): Promise<Timed<LoadOutcome>> {
    // One load is for every query.
    if (match.route.revalidate) url.search = ''
    const { pathname, search } = url // A loader may change its URL.
    const begun = performance.now()
    const result = await askLoader(match, url, signal)
    const loaderMs = performance.now() - begun
    return { ...outcomeOf(result, match.route, pathname, search), loaderMs }
  }

  async function askLoader({ route, params }: Match, url: URL, signal: AbortSignal): Promise<unknown> {
    const loader = loaders[route.id]
    if (!loader) throw new UserError(`routes.${route.id} has no loader in server/site/loaders.ts`)
    const { pathname: path } = url
    const loading = (async () => loader.load({ params, url, signal }))()
    // What fails when nobody waits any more is logged, unless it is our own abort.
    loading.catch(error => {
      if (signal.aborted && !isAbort(error, signal))
        log.warn({ err: describeError(error), path }, 'a loader has failed after its request')
    })
    try {
      // A loader may ignore the signal.
      return await Promise.race([loading, rejectOnAbort(signal)])
    } catch (thrown) {
      const answer = ANSWERS.find(([type]) => thrown instanceof type)?.[1]
      if (!answer) throw thrown
      throw new UserError(`${path}: loaders.${route.id} in server/site/loaders.ts throws ${answer}`)
    }
  }

  function outcomeOf(result: unknown, route: ResolvedRoute, path: string, search: string): LoadOutcome {
    if (result instanceof NotFoundResult) return { kind: 'notFound' }
    if (result instanceof RedirectResult)
      return { kind: 'redirect', to: redirectTarget(result.to, path), status: result.status }
    if (typeof result !== 'object' || result === null || !('data' in result))
      throw new UserError(
        `${path}: loaders.${route.id} in server/site/loaders.ts gave no { data }, notFound() or redirect(to)`,
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
    if (NOT_CARRIED.test(typeof content.data))
      throw new UserError(`${path}: JSON cannot carry the loader's data, which is ${typeof content.data}`)
    const { title, ...others } = withValues(content.head ?? {})
    const fields = { ...route, ...others, heading: title ?? route.heading }
    const head = { ...headOf(route, path, table), canonical: fields.canonical }
    if (title) head.title = titleOf(company, title, route.isHome)
    const page: PageData = { buildId, path, query, head, data: content.data }
    const json = toJson(page, path)
    // The page has its data in it. The renderer asks again, with the HTML around that.
    const size = Buffer.byteLength(json)
    const problem = sizeProblem(path, size, size)
    if (problem) throw new Error(problem)
    return { kind: 'page', route, path, query, status, head, fields, json }
  }

  /** A path of this site, or an address of an origin that the policy lists: never another one, whatever a visitor sent. */
  function redirectTarget(to: string, from: string): string {
    if (to.startsWith('/')) {
      // As browsers do: //other.example and /\other.example are another host.
      const url = URL.parse(to, ANY_ORIGIN)
      // The parser turns /.//other.example into //other.example, which browsers take for another host, too.
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

/** The fields of a head that have a value: a source may give null or '' for what it does not know. */
const withValues = (head: LoadedHead): LoadedHead =>
  Object.fromEntries(Object.entries(head).filter(([, value]) => value))

/** For parsing a path: which origin it is does not matter. */
const ANY_ORIGIN = 'http://site.invalid'

/** What a loader of another framework would throw, and what to do here. */
const ANSWERS: readonly (readonly [type: new (...args: never) => object, cure: string])[] = [
  [NotFoundResult, 'notFound(): write return notFound()'],
  [RedirectResult, 'redirect(): write return redirect(to)'],
  [Response, 'a Response: return { data, status }, notFound() or redirect(to)'],
]

/** JSON.stringify leaves out what is of these types. */
const NOT_CARRIED = /^(undefined|function|symbol)$/

function toJson(page: PageData, path: string): string {
  try {
    return JSON.stringify(page)
  } catch (error) {
    throw new Error(`${path}: JSON cannot carry the loader's data`, { cause: error })
  }
}

/** Whether a loader has failed because of our own abort. Node's timers and streams give the reason as the cause. */
const isAbort = (error: unknown, { reason }: AbortSignal) =>
  error === reason || (error instanceof Error && error.cause === reason)
