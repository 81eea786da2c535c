import type { ServerResponse } from 'node:http'
import { ClientLeft } from '../lib/errors.ts'

/**
 * The time to load and render a page. For a page with data it includes the wait for its turn: a page that gets none in this time is
 * refused with a 503. Proxies wait longer, so that the visitor sees our own error page.
 */
export const PAGE_TIMEOUT_MS = 4000

/** Runs work with a signal that aborts after the timeout, or when the client of `res` disconnects before the work is done. */
export async function withTimeout<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  res?: ServerResponse,
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

/** The largest page, in bytes. Without a limit, one could fill the memory. A feature may allow its pages less. */
export const MAX_PAGE_BYTES = 5_000_000
