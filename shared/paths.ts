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

/** The address of a page's data, as JSON. */
export const dataPathOf = (path: string) => (path === '/' ? '/index.json' : `${path}.json`)

/** The page whose data is at this address. */
export function pageOfDataPath(path: string): string | undefined {
  if (path === '/index.json') return '/'
  if (path === '/.json') return undefined // The home page has one address of its data, too.
  return path.endsWith('.json') ? path.slice(0, -'.json'.length) : undefined
}
