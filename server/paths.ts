import { relative, sep } from 'node:path'
import { dataPathOf, type Table } from '../shared/page-table.ts'
import { NOT_FOUND_PATH } from './constants.ts'

/** A file's name in a folder, with slashes on Windows, too: as addresses, rows and messages have it. */
export const nameIn = (folder: string, file: string): string => relative(folder, file).split(sep).join('/')

/** The HTML file of a page in dist/. */
export const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

/** The HTML file in dist/ that redirects from a former path, unless a page has that name. */
export function redirectFile(from: string, table: Table): string | undefined {
  const file = from.endsWith('.html') ? from.slice(1) : fileOf(from)
  const isPage = file === fileOf(NOT_FOUND_PATH) || table.rows.some(({ path }) => fileOf(path) === file)
  return isPage || !/^[^.]+\.html$/.test(file) ? undefined : file
}

/** A path as the name of a file: decoded, in NFC. Undefined where it is malformed, or has a NUL or an encoded slash. */
export function decodedPath(path: string): string | undefined {
  if (!path.includes('%')) return path
  if (/%(00|2f)/i.test(path)) return undefined
  try {
    return decodeURIComponent(path).normalize()
  } catch {
    return undefined
  }
}

/** The file of a page's data in dist/. */
export const dataFileOf = (path: string) => dataPathOf(path).slice(1)
