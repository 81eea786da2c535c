/** The 404 page's path, which no other page can have: 404.html in dist/, and en/404.html below a home page /en. */
export const NOT_FOUND_PATH = '/404'

/** A path decoded, in lower case, with single slashes and none at the end. Undefined for a malformed percent-escape. */
export function canonicalPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
      .toLowerCase()
      .replace(/\/+/g, '/')
      .replace(/(.)\/$/, '$1')
  } catch {
    return undefined
  }
}
