/** The address of a page's data, as JSON. */
export const dataPathOf = (path: string) => (path === '/' ? '/index.json' : `${path}.json`)

/** The page whose data is at this address. */
export function pageOfDataPath(path: string): string | undefined {
  if (path === '/index.json') return '/'
  if (path === '/.json') return undefined // The home page has one address of its data, too.
  return path.endsWith('.json') ? path.slice(0, -'.json'.length) : undefined
}

/** The file of a page's data in dist/. */
export const dataFileOf = (path: string) => dataPathOf(path).slice(1)
