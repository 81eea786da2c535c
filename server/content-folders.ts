import { posix } from 'node:path'
import type { Row, Table } from '../shared/page-table.ts'

/** Whether a page is one of shared/content/: such a page has the name of its file. */
export const isContent = ({ id }: Row) => id.endsWith('.md')

/** A folder of shared/content/ that has an index and other pages. */
export interface Folder {
  index: Row
  /** The other pages in it, the newest first. */
  posts: readonly Row[]
}

/** The folder in which a page stands, by the id of the page. */
export function foldersOf({ rows }: Pick<Table, 'rows'>): ReadonlyMap<string, Folder> {
  const inFolder = Map.groupBy(rows.filter(isContent), ({ id }) => posix.dirname(id))
  const folders = new Map<string, Folder>()
  for (const pages of inFolder.values()) {
    const index = pages.find(({ id }) => posix.basename(id) === 'index.md')
    const posts = pages.filter(page => page !== index)
    if (!index || posts.length === 0) continue
    posts.sort((a, b) => (a.date === b.date ? 0 : (a.date ?? '') < (b.date ?? '') ? 1 : -1))
    for (const { id } of pages) folders.set(id, { index, posts })
  }
  return folders
}

/** The path of the feed of a folder. */
export const feedPath = ({ index }: Folder) => `${index.path}/feed.xml`
