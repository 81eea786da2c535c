import { PassThrough, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReactElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { matchRoutes, type RouteObject, renderMatches, StaticRouter } from 'react-router'
import { pageAt } from '../shared/pages.ts'
import { createRoutes } from '../shared/routes.tsx'
import type { Assets } from './assets.ts'
import { createHead, type Head } from './head.ts'
import { createPageStream } from './page-stream.ts'

export interface Rendering {
  status: 200 | 404
  /** Streams the page. After an error it stops: a page that is not whole never ends as if it were. */
  pipe(to: Writable): void
  /** Resolves when the whole page has been rendered; rejects with the first error after the shell. */
  complete: Promise<void>
}

const nothing = Buffer.alloc(0)

/** Renders the page of a path. Rejects where not even the shell, React's word for all outside Suspense, can be rendered. */
export type Render = (path: string, signal: AbortSignal) => Promise<Rendering>

/** Renders the site's own pages, live and for the prerender. */
export const createSiteRenderer = (assets: Assets, origin: string): Render =>
  createRenderer(createRoutes({ origin }), createHead(assets, origin))

export function createRenderer(routes: RouteObject[], head: Head = () => nothing): Render {
  const elementAt = index(routes)
  return (path, signal) =>
    new Promise((resolve, reject) => {
      let failed = false
      let stream: Writable | undefined
      const complete = Promise.withResolvers<void>()
      complete.promise.catch(() => {}) // It may reject before anybody waits for it.
      const { pipe, abort } = renderToPipeableStream(<Site path={path}>{elementAt(path)}</Site>, {
        onShellReady: () =>
          resolve({
            status: pageAt(path) ? 200 : 404,
            pipe: to => {
              if (!failed) stream = pipe(createPageStream(to, head(path)))
            },
            complete: complete.promise,
          }),
        onShellError: reject,
        // React also calls this for an error of the shell. Then `reject` counts, because `complete` has not been given out.
        onError: error => {
          failed = true
          complete.reject(error)
          stream?.destroy() // At once: React goes on, and would end the page before the rejection is handled.
        },
        onAllReady: () => complete.resolve(), // React calls it after an error, too: then `complete` has been rejected.
      })
      const stop = () => {
        abort(signal.reason)
        stream?.destroy()
      }
      signal.addEventListener('abort', stop, { once: true })
    })
}

/** Renders a whole page into memory. Rejects with any error, also one after the shell. */
export async function renderPage(render: Render, path: string): Promise<Buffer> {
  const page = await render(path, new AbortController().signal)
  await page.complete
  const stream = new PassThrough()
  page.pipe(stream)
  return buffer(stream)
}

/**
 * The element of a path's route. useRoutes would compile and rank every route for each rendering, so that a page would
 * cost the more, the more pages there are: here a route is matched when it is rendered for the first time.
 */
function index(routes: RouteObject[]): (path: string) => ReactElement | null {
  const branches = new Map<string | undefined, RouteObject>()
  for (const route of routes) {
    for (const child of route.children ?? [route])
      if (!branches.has(child.path))
        branches.set(child.path, child === route ? route : ({ ...route, children: [child] } as RouteObject))
  }
  const elements = new Map<string, ReactElement | null>()
  return path => {
    const key = branches.has(path) ? path : '*'
    const known = elements.get(key)
    if (known !== undefined) return known
    const branch = branches.get(key)
    const element = renderMatches(matchRoutes(branch ? [branch] : routes, path))
    elements.set(key, element)
    return element
  }
}

/** RouterProvider in the browser returns a fragment with a second child: without one here, every useId would differ. */
const Site = ({ path, children }: { path: string; children: ReactElement | null }) => (
  <>
    <StaticRouter location={path}>{children}</StaticRouter>
    {null}
  </>
)
