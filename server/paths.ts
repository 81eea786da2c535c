import { moved, pages } from '../shared/pages.ts'

/** The paths of the pages, in the order of the table. */
export const paths: readonly string[] = Object.values(pages).map(({ path }) => path)

/** What leads to each page: its own path in any spelling, and its former paths. */
export const redirects: readonly (readonly [from: string, to: string])[] = [
  ...paths.map(path => [path, path] as const),
  ...moved,
]

/** A path that no table can have. What is rendered for it is 404.html. */
export const NOWHERE = '/404'

/** The file of a page in dist/. */
export const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

/** The files of the pages in dist/. */
export const pageFiles = new Set([...paths, NOWHERE].map(fileOf))

/** The file in dist/ that redirects from a former path, where one can: it has another name than a page, and is HTML. */
export function movedFile(from: string): string | undefined {
  const file = from.endsWith('.html') ? from.slice(1) : fileOf(from)
  return pageFiles.has(file) || !/^[^.]+\.html$/.test(file) ? undefined : file
}
