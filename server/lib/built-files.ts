import type { RouteTable } from '../../shared/route-table.ts'

// What scripts write into build/ and dist/, and the server reads there.

export const MANIFEST_FILE = 'manifest.json'

/** The bundle of server/start/program.ts. */
export const PROGRAM_FILE = 'program.js'

/** The content encodings of files and pages with the extensions of their files, the best first. */
export const ENCODINGS = { br: '.br', gzip: '.gz' } as const

/** A larger file is read for each request. */
export const MAX_BYTES_IN_MEMORY = 1_000_000

/** The folder in build/public and dist of files whose names contain a hash of their content. */
export const ASSETS_FOLDER = 'assets'

/** The file in dist/ that says of which build and origin dist/ is, and which pages are in it. It's never sent. */
export const PRERENDERED_FILE = '.build.json'

/** The HTML file of a page in dist/. */
export const htmlFile = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

/** The folders of dist/ that have a 404.html of their own: those of home pages, such as /en. */
export const notFoundFolders = ({ languagesWithHome: [, ...others] }: RouteTable): string[] =>
  others.map(({ homePath }) => homePath)

/** The path of the page whose HTML has this name in dist/, were there one. */
export const pathOfFile = (file: string) => (file === htmlFile('/') ? '/' : `/${file.replace(/\.html$/, '')}`)

/** Whether a file of dist/ is the HTML of a page. One that fits a path with params may be: only its feature knows. */
export function isPageFile(file: string, table: RouteTable): boolean {
  const path = pathOfFile(file)
  return table.notFoundPaths.includes(path) || table.match(path) !== undefined
}
