/** A page without a limit would fill the memory. */
const MAX_BYTES = 5_000_000

/** A page with data is in memory for each request, and many are rendered at the same time. */
export const MAX_BYTES_WITH_DATA = 2_000_000

/**
 * Why a page is too large, if it is. Both sizes are in bytes: of the whole document, and of its data as JSON, which is a
 * part of that; undefined for a page without data.
 */
export function sizeProblem(path: string, html: number, data: number | undefined): string | undefined {
  const max = data === undefined ? MAX_BYTES : MAX_BYTES_WITH_DATA
  return html > max ? `${sizesOf(path, html, data)}: it may have ${max}` : undefined
}

export const sizesOf = (path: string, html: number, data: number | undefined) =>
  data === undefined
    ? `${path}: the page has ${html} bytes`
    : `${path}: the page has ${html} bytes, and ${data} of them are its data as JSON`
