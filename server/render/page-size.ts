import type { ResolvedRoute } from '../../shared/route-table.ts'
import type { Logger } from '../lib/logger.ts'

/** A page without a limit would fill the memory. */
const MAX_BYTES = 5_000_000

/** Many pages with a loader are rendered at the same time. */
const MAX_BYTES_WITH_DATA = 2_000_000

/**
 * Why a page is too large, if it is. Both sizes are in bytes: of the whole document, and of its data as JSON, which is a
 * part of that; undefined for a page without a loader.
 */
export function sizeProblem(path: string, html: number, data: number | undefined): string | undefined {
  const max = data === undefined ? MAX_BYTES : MAX_BYTES_WITH_DATA
  return html > max ? `${sizesOf(path, html, data)}: it may have ${max}` : undefined
}

/** What to say of a page with a loader that is half as large as it may be. */
export const sizeWarning = (path: string, html: number, data: number): string | undefined =>
  html > MAX_BYTES_WITH_DATA / 2
    ? `${sizesOf(path, html, data)}: with more than ${MAX_BYTES_WITH_DATA} it would fail`
    : undefined

const sizesOf = (path: string, html: number, data: number | undefined) =>
  data === undefined
    ? `${path}: the page has ${html} bytes`
    : `${path}: the page has ${html} bytes, and ${data} of them are its data as JSON`

/** Returns what warns once of each route with a page that is nearly too large. */
export function createSizeWarnings(log: Logger) {
  const warned = new Set<string>()
  return (
    { route, path, json }: { route: ResolvedRoute; path: string; json: string },
    html: Buffer,
  ): void => {
    const warning = sizeWarning(path, html.length, Buffer.byteLength(json))
    if (!warning || warned.has(route.id)) return
    warned.add(route.id)
    log.warn({ path }, warning)
  }
}
