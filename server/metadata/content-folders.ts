import { posix } from 'node:path'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'

/** Whether a page is one of shared/site/content/: such a page has the name of its file as its id. */
export const isContent = ({ id }: Pick<ResolvedRoute, 'id'>) => id.endsWith('.md')

const isIndex = ({ id }: Pick<ResolvedRoute, 'id'>) => posix.basename(id) === 'index.md'

/** A page with a day. */
export type Post = ResolvedRoute & { readonly date: string }

/** A home page and an index are no posts, whatever day they bear. */
export const isPost = (route: ResolvedRoute): route is Post =>
  route.date !== undefined && !route.isHome && !isIndex(route)

/** A folder of shared/site/content/ that has an index and other pages. */
export interface Folder {
  index: ResolvedRoute
  /** The other pages in it: the newest first, or in their order. */
  pages: readonly ResolvedRoute[]
  /** A folder whose pages have an order has none. */
  feed?: Feed
}

/** The Atom feed of a folder. */
export interface Feed {
  path: string
  /** The newest first. */
  posts: readonly [Post, ...Post[]]
}

/** The folder in which a page stands, by the id of the page. */
export function foldersOf({ routes }: Pick<RouteTable, 'routes'>): ReadonlyMap<string, Folder> {
  const inFolder = Map.groupBy(routes.filter(isContent), ({ id }) => posix.dirname(id))
  const folders = new Map<string, Folder>()
  for (const all of inFolder.values()) {
    const index = all.find(isIndex)
    const pages = all.filter(page => page !== index)
    if (!index || pages.length === 0) continue
    pages.sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || compare(b.date, a.date))
    const [newest, ...others] = pages.filter(isPost)
    const feed = newest && { path: `${index.path}/feed.xml`, posts: [newest, ...others] as const }
    const folder: Folder = { index, pages, ...(feed && { feed }) }
    for (const { id } of all) folders.set(id, folder)
  }
  return folders
}

const compare = (a = '', b = '') => (a === b ? 0 : a < b ? -1 : 1)
