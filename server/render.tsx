import { PassThrough, type Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { Document, type Layout, type Words } from '../shared/document.tsx'
import { createPageStream } from './page-stream.ts'

/** A page as the renderer takes it. */
export interface PreparedPage {
  status: number
  /** The path that its components see. */
  path: string
  /** What its head says. */
  words: Words
  content: ReactNode
  /** What the server adds to its head, as HTML. */
  head: Buffer
}

export interface Rendering {
  /** Streams the page. After an error it stops: a page that is not whole never ends as if it were. */
  pipe(to: Writable): void
  /** Resolves when the whole page has been rendered; rejects with the first error after the shell. */
  complete: Promise<void>
}

/** Renders a page. Rejects where not even the shell, React's word for all outside Suspense, can be rendered. */
export type Render = (page: PreparedPage, signal: AbortSignal) => Promise<Rendering>

export const createRenderer =
  (layout: Layout): Render =>
  async ({ path, words, content, head }, signal) => {
    const shell = Promise.withResolvers<void>()
    const complete = Promise.withResolvers<void>()
    complete.promise.catch(() => {}) // It may reject before anybody waits for it.
    let failed = false
    let stream: Writable | undefined

    const page = (
      <Document {...layout} page={words}>
        {content}
      </Document>
    )
    const { pipe, abort } = renderToPipeableStream(<Site path={path}>{page}</Site>, {
      onShellReady: shell.resolve,
      onShellError: shell.reject,
      // React also calls this for an error of the shell. Then `shell` counts, because `complete` is not given out.
      onError: error => {
        failed = true
        complete.reject(error)
        stream?.destroy() // At once: React goes on, and would end the page before the rejection is handled.
      },
      onAllReady: complete.resolve, // React calls it after an error, too: then `complete` has been rejected.
    })
    const stop = () => {
      abort(signal.reason)
      stream?.destroy()
    }
    signal.addEventListener('abort', stop, { once: true })

    await shell.promise
    return {
      pipe: to => {
        if (!failed) stream = pipe(createPageStream(to, head))
      },
      complete: complete.promise,
    }
  }

/** Renders a whole page into memory. Rejects with any error, also one after the shell. */
export async function renderWhole(render: Render, page: PreparedPage, signal: AbortSignal): Promise<Buffer> {
  const { pipe, complete } = await render(page, signal)
  await complete
  const stream = new PassThrough()
  pipe(stream)
  return buffer(stream)
}

/** RouterProvider in the browser returns a fragment with a second child: without one here, every useId would differ. */
const Site = ({ path, children }: { path: string; children: ReactNode }) => (
  <>
    <StaticRouter location={path}>{children}</StaticRouter>
    {null}
  </>
)
