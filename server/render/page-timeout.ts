import { ClientLeft } from '../lib/errors.ts'

/** How long a visitor waits for a page: for its data, and for its HTML. Proxies wait longer, so that he sees our own error page. */
export const PAGE_TIMEOUT_MS = 4000

/** What a request's response offers for the visitor's leaving. */
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
  // Not AbortSignal.any and AbortSignal.timeout: they would cost a tenth of the page.
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

/** For what may ignore the signal. */
export const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
  })
