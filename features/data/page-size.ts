import type { Logger } from '../../server/lib/logger.ts'
import type { LoadedPage } from './load-data.ts'

/** The largest page with data, in bytes. It's in memory for each request, and many are rendered at the same time. */
const MAX_BYTES = 2_000_000

const sizesOf = (path: string, html: number, json: number) =>
  `${path}: the page has ${html} bytes, and ${json} of them are its data as JSON`

/** Throws if a page is too large. Both sizes are in bytes: `html` of the whole document, `json` of the data in it. */
export function checkSize(path: string, html: number, json: number): void {
  if (html > MAX_BYTES) throw new Error(`${sizesOf(path, html, json)}: it may have ${MAX_BYTES}`)
}

/** Warns of a page with over half of the bytes that it may have. */
export const sizeWarning = (path: string, html: number, json: number): string | undefined =>
  html > MAX_BYTES / 2
    ? `${sizesOf(path, html, json)}. A page with data fails above ${MAX_BYTES} bytes`
    : undefined

/** Returns a function that logs a warning for a page that's more than half as large as it may be, once for each route. */
export function createSizeWarnings(log: Logger) {
  const warned = new Set<string>()
  return ({ route, path }: LoadedPage, html: number, json: number): void => {
    const warning = sizeWarning(path, html, json)
    if (!warning || warned.has(route.id)) return
    warned.add(route.id)
    log.warn({ path }, warning)
  }
}
