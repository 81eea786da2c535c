import type { Logger } from '../../server/lib/logger.ts'
import type { LoadedPage } from './load-data.ts'

/** The largest page with data, in bytes. It's in memory for each request, and many are rendered at the same time. */
const MAX_BYTES = 2_000_000

/** The parts of a page that its size depends on. `json` is the data in its HTML. */
type Sized = Pick<LoadedPage, 'path' | 'json'>

const sizesOf = ({ path, json }: Sized, bytes: number) =>
  `${path}: the page has ${bytes} bytes, and ${Buffer.byteLength(json)} of them are its data as JSON`

/** Throws if a page's HTML has too many bytes. */
export function checkSize(page: Sized, bytes: number): void {
  if (bytes > MAX_BYTES) throw new Error(`${sizesOf(page, bytes)}: it may have ${MAX_BYTES}`)
}

/** Warns of a page with over half of the bytes that it may have. */
export const sizeWarning = (page: Sized, bytes: number): string | undefined =>
  bytes > MAX_BYTES / 2
    ? `${sizesOf(page, bytes)}. A page with data fails above ${MAX_BYTES} bytes`
    : undefined

/** Returns a function that logs a warning for a page that's more than half as large as it may be, once for each route. */
export function createSizeWarnings(log: Logger) {
  const warned = new Set<string>()
  return (page: LoadedPage, bytes: number): void => {
    const { route, path } = page
    const warning = sizeWarning(page, bytes)
    if (!warning || warned.has(route.id)) return
    warned.add(route.id)
    log.warn({ path }, warning)
  }
}
