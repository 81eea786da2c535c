import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { Document, type Layout, type PageHead } from '../../shared/document.tsx'

/** The input of the renderer. */
export interface PageInput {
  /** The path that its components see. */
  path: string
  /** What React writes into its head. */
  page: PageHead
  content: ReactNode
  /** What the server adds to its head, as HTML. */
  head: Buffer
}

/** Renders a whole page. Rejects with the first error, also with one inside Suspense, and when the signal aborts. */
export type Render = (input: PageInput, signal: AbortSignal) => Promise<Buffer>

/** In bytes. Data without a limit would otherwise fill the memory. */
const MAX_PAGE_SIZE = 5_000_000

export const createRenderer =
  (layout: Layout): Render =>
  async ({ path, page, content, head }, signal) => {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const pieces: Buffer[] = []
    const write = (piece: Buffer, _encoding: string, next: () => void) => {
      pieces.push(piece)
      next()
    }
    // RouterProvider in the browser returns a fragment with a second child: without one here, every useId would differ.
    const tree = (
      <>
        <StaticRouter location={path}>
          <Document {...layout} page={page}>
            {content}
          </Document>
        </StaticRouter>
        {null}
      </>
    )
    const { pipe, abort } = renderToPipeableStream(tree, {
      // React would otherwise send large Suspense boundaries last, with an inline script that the policy blocks.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: reject,
      // React calls this after an error inside Suspense, too. Then the promise has been rejected.
      onAllReady: () => pipe(new Writable({ write }).on('finish', () => resolve(Buffer.concat(pieces)))),
    })
    const stop = () => abort(signal.reason)
    signal.addEventListener('abort', stop)
    const html = await promise.finally(() => signal.removeEventListener('abort', stop))

    const place = html.indexOf('</head>') // React escapes every other one.
    if (place < 0) throw new Error(`${path}: the rendered page has no </head>`)
    const { length } = html
    if (length > MAX_PAGE_SIZE)
      throw new Error(
        `${path}: the page has ${length} bytes, more than the ${MAX_PAGE_SIZE} that it may have`,
      )
    return Buffer.concat([html.subarray(0, place), head, html.subarray(place)])
  }
