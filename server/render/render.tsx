import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { Route, Routes, StaticRouter } from 'react-router'
import type { DocumentParts } from '../../shared/document.tsx'
import {
  DATA_ELEMENT_ID,
  type PageData,
  PageTree,
  renderedLocation,
  type ShownPage,
} from '../../shared/page.tsx'
import { recordComponentStack } from '../lib/errors.ts'
import { jsonForScript } from '../lib/escape-html.ts'
import { MAX_PAGE_BYTES } from './page-limits.ts'

/** A page, with everything that its HTML depends on. */
interface PageInput {
  /** As in RoutePage. */
  query?: string | undefined
  page: ShownPage
  /** The HTML that the server adds to its head. */
  headHtml: Buffer
  /** A PageData as JSON, if the page has data. The page shows it, and the browser reads it. */
  json?: string | undefined
}

/** Called for each rendered page. The path is undefined for an error page. */
export type OnRendered = (path: string | undefined, html: Buffer) => void

/**
 * Returns a function that renders a whole page. It isn't streamed: React would reveal later parts with inline scripts, which the
 * policy blocks, and an error couldn't become a 500 any more. Rejects with the first error, even inside Suspense, and when the
 * signal aborts.
 */
export const createHtmlRenderer =
  (documentParts: DocumentParts, onRendered?: OnRendered) =>
  async ({ query, page, headHtml, json }: PageInput, signal: AbortSignal): Promise<Buffer> => {
    signal.throwIfAborted()
    const shown = json === undefined ? page : { ...page, data: dataOf(json) }
    const location = renderedLocation(page.head, query)
    const path = location.pathname
    // The tree is the same as in the browser, where the page is in the router's only route, and RouterProvider returns a fragment
    // with a second child. Without that, useParams, relative links and every useId would differ.
    const tree = (
      <>
        <StaticRouter location={location}>
          <Routes>
            <Route
              path="*"
              element={<PageTree documentParts={documentParts} page={shown} location={location} />}
            />
          </Routes>
        </StaticRouter>
        {null}
      </>
    )
    const data = Buffer.from(json === undefined ? '' : dataElement(json))
    const html = await renderTree(tree, path, signal, headHtml.length + data.length)
    const endOfHead = html.indexOf('</head>') // React escapes any other.
    const endOfBody = html.lastIndexOf('</body>')
    const whole = Buffer.concat([
      html.subarray(0, endOfHead),
      headHtml,
      html.subarray(endOfHead, endOfBody),
      data,
      html.subarray(endOfBody),
    ])
    onRendered?.(page.head.path, whole)
    return whole
  }

/** Parses the data that was just serialized, so that the server renders exactly what the browser will read. */
function dataOf(json: string): unknown {
  const { data }: PageData = JSON.parse(json)
  return data
}

/** The element with the data. It's outside of React's tree, which wouldn't hydrate it, and escaped, so that no text ends it. */
const dataElement = (json: string) =>
  `<script type="application/json" id="${DATA_ELEMENT_ID}">${jsonForScript(json)}</script>`

/** Renders the tree. Rejects if the page is too large with the bytes that are added to it. */
function renderTree(tree: ReactNode, path: string, signal: AbortSignal, added: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let size = added
  const destination = new Writable({
    write(chunk, _encoding, next) {
      size += chunk.length
      if (size <= MAX_PAGE_BYTES) chunks.push(chunk) // The rest is only counted, so that it fills no memory.
      next()
    },
    final(done) {
      if (size <= MAX_PAGE_BYTES) resolve(Buffer.concat(chunks))
      else reject(new Error(`${path}: the page has ${size} bytes: it may have ${MAX_PAGE_BYTES}`))
      done()
    },
  })
  const { pipe, abort } = renderToPipeableStream(tree, {
    // By default React sends large Suspense boundaries last, with an inline script that the policy blocks.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error, info) => {
      // Reading componentStack makes React call the components again, which must not happen after a timeout.
      if (!signal.aborted) recordComponentStack(error, info.componentStack)
      reject(withAdvice(error, path))
    },
    // React calls this after an error inside Suspense, too, when the promise has already been rejected.
    onAllReady: () => pipe(destination),
  })
  signal.addEventListener('abort', () => abort(signal.reason))
  return promise
}

/** Explains an error of Form, useFetcher and others that need a data router, which the server doesn't have. */
function withAdvice(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !/must be used within a data router/.test(error.message)) return error
  return new Error(
    `${path}: ${error.message} The server renders pages in a StaticRouter. Instead of useNavigation, write usePending of shared/ui/use-pending.ts. Instead of Form and useFetcher, write a plain <form> or fetch.`,
    { cause: error },
  )
}
