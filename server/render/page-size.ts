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
