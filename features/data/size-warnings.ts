import type { Logger } from '../../server/lib/logger.ts'
import { MAX_BYTES_WITH_DATA, sizesOf } from '../../server/render/page-limits.ts'
import type { LoadedPage } from './load-data.ts'

/** Warns of a page with over half of the bytes that it may have. `html` is its HTML's size, `data` the size of the JSON in it. */
export const sizeWarning = (path: string, html: number, data: number): string | undefined =>
  html > MAX_BYTES_WITH_DATA / 2
    ? `${sizesOf(path, html, data)}. A page with data fails above ${MAX_BYTES_WITH_DATA} bytes`
    : undefined

/** Returns a function that logs a warning for a page that's more than half as large as it may be, once for each route. */
export function createSizeWarnings(log: Logger) {
  const warned = new Set<string>()
  return ({ route, path, json }: LoadedPage, html: Buffer): void => {
    const warning = sizeWarning(path, html.length, Buffer.byteLength(json))
    if (!warning || warned.has(route.id)) return
    warned.add(route.id)
    log.warn({ path }, warning)
  }
}
