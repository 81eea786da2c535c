import type { RouteTable } from '../../shared/route-table.ts'

// The files that scripts write into build/ and dist/, and the server reads.

export const MANIFEST_FILE = 'manifest.json'

/** The bundle of server/start/program.ts. */
export const PROGRAM_FILE = 'program.js'

/** The content encodings of files and pages, the best first, with their file extensions. */
export const ENCODINGS = { br: '.br', gzip: '.gz' } as const

/** The largest file that the server keeps in memory. It reads a larger one for each request. */
export const MAX_BYTES_IN_MEMORY = 1_000_000

/** The folder of build/public/ and dist/ in which each file name contains a hash of the content. */
export const ASSETS_FOLDER = 'assets'

/** The file in dist/ with its build id, its origin and the pages in it. It's never sent. */
export const PRERENDERED_FILE = '.build.json'

/** A page's HTML file in dist/. */
export const htmlFile = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

/** The path that a page would have if this file of dist/ is its HTML. */
const pathOfFile = (file: string) => (file === htmlFile('/') ? '/' : `/${file.replace(/\.html$/, '')}`)

/** Whether a file in dist/ may be a page's HTML. If it matches a path with params, only its feature knows for certain. */
export function isPageFile(file: string, table: RouteTable): boolean {
  const path = pathOfFile(file)
  return table.notFoundPaths.includes(path) || table.match(path) !== undefined
}
