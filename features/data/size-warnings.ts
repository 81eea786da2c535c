import type { Logger } from '../../server/lib/logger.ts'
import { MAX_BYTES_WITH_DATA, sizesOf } from '../../server/render/page-size.ts'
import type { LoadedPage } from './load-data.ts'

/** Says that a page is more than half as large as it may be. Sizes are in bytes: of its HTML, and of its data as JSON in it. */
export const sizeWarning = (path: string, html: number, data: number): string | undefined =>
  html > MAX_BYTES_WITH_DATA / 2
    ? `${sizesOf(path, html, data)}: with more than ${MAX_BYTES_WITH_DATA} it would fail`
    : undefined

/** Returns a function that warns once of each route with a page that's nearly too large. */
export function createSizeWarnings(log: Logger) {
  const warned = new Set<string>()
  return ({ route, path, json }: LoadedPage, html: Buffer): void => {
    const warning = sizeWarning(path, html.length, Buffer.byteLength(json))
    if (!warning || warned.has(route.id)) return
    warned.add(route.id)
    log.warn({ path }, warning)
  }
}
