import { posix } from 'node:path'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'

/** Whether a page is one of shared/site/content/: such a page has the name of its file as its id. */
export const isContent = ({ id }: Pick<ResolvedRoute, 'id'>) => id.endsWith('.md')

const isIndex = ({ id }: Pick<ResolvedRoute, 'id'>) => posix.basename(id) === 'index.md'

/** A page with a day. */
export type Post = ResolvedRoute & { readonly date: string }

/** A home page and an index are no posts, whatever day they bear, unless the index of the folder above lists them. */
export const isPost = (route: ResolvedRoute, listedBy?: ResolvedRoute): route is Post =>
  route.date !== undefined && !route.isHome && (!isIndex(route) || (listedBy ?? route).id !== route.id)

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
  const content = routes.filter(isContent)
  const inFolder = Map.groupBy(content, route => folderOf(route, content))
  const folders = new Map<string, Folder>()
  for (const [name, all] of inFolder) {
    const index = all.find(({ id }) => id === posix.join(name, 'index.md'))
    const pages = all.filter(page => page !== index)
    if (!index || pages.length === 0) continue
    pages.sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || compare(b.date, a.date))
    const [newest, ...others] = pages.filter(page => isPost(page, index))
    const feed = newest && { path: `${index.path}/feed.xml`, posts: [newest, ...others] as const }
    const folder: Folder = { index, pages, ...(feed && { feed }) }
    for (const { id } of all) folders.set(id, folder)
  }
  return folders
}

/**
 * The folder that lists a page. A post may have a folder to itself, for its pictures: blog/first/index.md is listed as
 * blog/first.md is.
 */
function folderOf(route: ResolvedRoute, content: readonly ResolvedRoute[]): string {
  const folder = posix.dirname(route.id)
  const isListed = route.date !== undefined || route.order !== undefined
  if (!isIndex(route) || !isListed || folder === '.') return folder
  const isAlone = !content.some(({ id }) => id !== route.id && id.startsWith(`${folder}/`))
  return isAlone ? posix.dirname(folder) : folder
}

const compare = (a = '', b = '') => (a === b ? 0 : a < b ? -1 : 1)
