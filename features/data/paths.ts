/** The path to a page's data, as JSON. */
export const dataPathOf = (path: string) => (path === '/' ? '/index.json' : `${path}.json`)

/** The path of the page whose data is at this path. Undefined if it isn't a path of data. */
export function pageOfDataPath(path: string): string | undefined {
  if (path === '/index.json') return '/'
  if (path === '/.json') return undefined // The home page's data is at /index.json alone.
  return path.endsWith('.json') ? path.slice(0, -'.json'.length) : undefined
}

/** The file name in dist/ for a page's data. */
export const dataFileOf = (path: string) => dataPathOf(path).slice(1)
