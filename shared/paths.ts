/** A path that no page can have. Its page is 404.html, and below the home page /en of a language en/404.html. */
export const NOT_FOUND_PATH = '/404'

/** A path decoded, in lower case, with single slashes and none at the end. Undefined for a malformed percent-escape. */
export function canonicalPath(path: string): string | undefined {
  const decoded = decodePath(path)
  return decoded
    ?.toLowerCase()
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined // A malformed percent-escape.
  }
}
