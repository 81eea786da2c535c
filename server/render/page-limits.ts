import { ClientLeft } from '../lib/errors.ts'

/** How long a visitor waits for a page with its data. Proxies wait longer, so that the visitor sees our own error page. */
export const PAGE_TIMEOUT_MS = 4000

/** The part of the response that reports when the visitor leaves. */
export interface Closable {
  readonly closed: boolean
  once(event: 'close', listener: () => void): unknown
  off(event: 'close', listener: () => void): unknown
}

/** Runs work with a signal that aborts after the timeout, or when the client of `res` disconnects before the work is done. */
export async function withTimeout<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  res?: Closable,
): Promise<Result> {
  // AbortSignal.any and AbortSignal.timeout would take a tenth of a page's time.
  const controller = new AbortController()
  const onTimeout = () => controller.abort(new Error(`timeout: no page after ${PAGE_TIMEOUT_MS} ms`))
  const onClose = () => controller.abort(new ClientLeft())
  const timer = setTimeout(onTimeout, PAGE_TIMEOUT_MS)
  res?.once('close', onClose)
  if (res?.closed) onClose()
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    res?.off('close', onClose)
  }
}

/** Rejects when the signal aborts, for work that may ignore the signal. */
export const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
  })

/** The largest page, in bytes. Without a limit, one could fill the memory. */
const MAX_BYTES = 5_000_000

/** The largest page with data, in bytes. It's in memory for each request, and many are rendered at the same time. */
export const MAX_BYTES_WITH_DATA = 2_000_000

/**
 * A message if a page is too large. Both sizes are in bytes: `html` of the whole document, `data` of the JSON in it, which only a
 * page with data has.
 */
export function sizeProblem(path: string, html: number, data: number | undefined): string | undefined {
  const max = data === undefined ? MAX_BYTES : MAX_BYTES_WITH_DATA
  return html > max ? `${sizesOf(path, html, data)}: it may have ${max}` : undefined
}

export const sizesOf = (path: string, html: number, data: number | undefined) =>
  data === undefined
    ? `${path}: the page has ${html} bytes`
    : `${path}: the page has ${html} bytes, and ${data} of them are its data as JSON`
