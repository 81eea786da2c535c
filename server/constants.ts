// What more than one folder must agree on. This file imports nothing of server/.

export { NOT_FOUND_PATH } from '../shared/page-table.ts'

/** The content encodings of files and pages with the extensions of their files, the best first. */
export const ENCODINGS = { br: '.br', gzip: '.gz' } as const

/** In bytes. A larger file is not kept in memory. */
export const MAX_SIZE_IN_MEMORY = 1_000_000

/** The folder of the link previews in build/public and dist. */
export const PREVIEWS_FOLDER = 'og/'

/** In pixels: the size of a link preview, which every previewer shows large. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const

/** The file in dist/ that says of which build and origin dist/ is. */
export const PRERENDERED_FILE = '.build.json'

/** Files of dist/ that only hosts read. They are never served. */
export const HOST_FILES: readonly string[] = [
  '_headers',
  '_redirects',
  '.htaccess',
  '.nojekyll',
  PRERENDERED_FILE,
]
