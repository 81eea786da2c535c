import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { Document, type Layout, type PageHead } from '../shared/document.tsx'

/** A page as the renderer takes it. */
export interface PreparedPage {
  status: number
  /** The path that its components see. */
  path: string
  /** What React writes into its head. */
  facts: PageHead
  content: ReactNode
  /** What the server adds to its head, as HTML. */
  head: Buffer
}

/** Renders a whole page. Rejects with the first error, also with one inside Suspense, and when the signal aborts. */
export type Render = (page: PreparedPage, signal: AbortSignal) => Promise<Buffer>

/** In bytes. Data without a limit would otherwise fill the memory. */
const LARGEST_PAGE = 5_000_000

export const createRenderer =
  (layout: Layout): Render =>
  async ({ path, facts, content, head }, signal) => {
    signal.throwIfAborted()
    const { promise: html, resolve, reject } = Promise.withResolvers<Buffer>()
    const page = (
      <Document {...layout} page={facts}>
        {content}
      </Document>
    )
    const { pipe, abort } = renderToPipeableStream(<Site path={path}>{page}</Site>, {
      // React would otherwise send large Suspense boundaries last, with an inline script that the policy blocks.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: reject,
      // React calls this after an error inside Suspense, too. Then the promise has been rejected.
      onAllReady: () => pipe(collect(resolve)),
    })
    const stop = () => abort(signal.reason)
    signal.addEventListener('abort', stop)
    return withHead(await html.finally(() => signal.removeEventListener('abort', stop)), head, path)
  }

/** A stream that gives all that was written to it to `done`. */
function collect(done: (whole: Buffer) => void): Writable {
  const pieces: Buffer[] = []
  return new Writable({
    write(piece, _encoding, next) {
      pieces.push(piece)
      next()
    },
    final(next) {
      done(Buffer.concat(pieces))
      next()
    },
  })
}

/** Puts the server's part into the head. React escapes every other `</head>`. */
function withHead(html: Buffer, head: Buffer, path: string): Buffer {
  const place = html.indexOf('</head>')
  if (place < 0) throw new Error(`${path}: the rendered page has no </head>`)
  const page = Buffer.concat([html.subarray(0, place), head, html.subarray(place)])
  if (page.length > LARGEST_PAGE)
    throw new Error(
      `${path}: the page has ${page.length} bytes, more than the ${LARGEST_PAGE} that it may have`,
    )
  return page
}

/** In milliseconds: how long a page may take. The proxies in front wait longer, so that a visitor sees our own page. */
const RENDER_TIMEOUT = 4000

/** Does work with a signal that aborts after the time-out, or when the visitor leaves. */
export async function withinTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  visitor?: ServerResponse,
): Promise<T> {
  // Not AbortSignal.any and AbortSignal.timeout: the two would cost a tenth of the whole page.
  const stop = new AbortController()
  const late = () => stop.abort(new Error(`timeout: no page after ${RENDER_TIMEOUT} ms`))
  const timer = setTimeout(late, RENDER_TIMEOUT)
  visitor?.once('close', () => stop.abort())
  try {
    return await work(stop.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** RouterProvider in the browser returns a fragment with a second child: without one here, every useId would differ. */
const Site = ({ path, children }: { path: string; children: ReactNode }) => (
  <>
    <StaticRouter location={path}>{children}</StaticRouter>
    {null}
  </>
)
