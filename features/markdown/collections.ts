import { posix } from 'node:path'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import type { Route } from '../../shared/site.ts'

/** The fields that decide about a page's collection and its place there. The id is its file name in shared/site/content/. */
interface Placed extends Pick<Route, 'path' | 'date' | 'order'> {
  readonly id: string
}

/** Whether a route is from a file of shared/site/content/. */
export const isContent = ({ id }: Pick<Placed, 'id'>) => id.endsWith('.md')

/** The file in build/ with the HTML of such a route. */
export const htmlFileOf = (id: string) => `content/${id}.html`

export const isIndexFile = ({ id }: Pick<Placed, 'id'>) => posix.basename(id) === 'index.md'

/** A page with a date is a post. A home page isn't, nor is an index, unless the collection above lists it. */
function isPost(page: Placed, index: Placed | undefined): boolean {
  const isHome = page.path === '/' || 'home' in page
  const isIndex = isIndexFile(page) && (!index || index.id === page.id)
  return page.date !== undefined && !isHome && !isIndex
}

/** The index of a folder in shared/site/content/, and the pages that it lists. */
export interface Collection<Page = ResolvedRoute> {
  index: Page
  /** Sorted by their `order`, or else by date, the newest first. */
  pages: readonly Page[]
}

/** The collection of each page, by the page's id. A page without a collection isn't in the map. */
export function collectionsOf<Page extends Placed>(
  pages: readonly Page[],
): ReadonlyMap<string, Collection<Page>> {
  const byFolder = Map.groupBy(pages, page => folderOf(page, pages))
  const collections = new Map<string, Collection<Page>>()
  for (const [folder, all] of byFolder) {
    const index = all.find(({ id }) => id === posix.join(folder, 'index.md'))
    const others = all.filter(page => page !== index)
    if (!index || others.length === 0) continue
    others.sort((a, b) => (a.order ?? 0) - (b.order ?? 0) || compare(b.date, a.date))
    for (const { id } of all) collections.set(id, { index, pages: others })
  }
  return collections
}

export const collectionsIn = ({ routes }: RouteTable) => collectionsOf(routes.filter(isContent))

/** The ids of the posts among these pages. */
export function postsAmong(pages: readonly Placed[]): ReadonlySet<string> {
  const collections = collectionsOf(pages)
  return new Set(pages.filter(page => isPost(page, collections.get(page.id)?.index)).map(({ id }) => id))
}

/**
 * The folder that lists a page. A post may have its own folder, to keep its pictures there: blog/first/index.md is listed just as
 * blog/first.md would be.
 */
function folderOf(page: Placed, pages: readonly Placed[]): string {
  const folder = posix.dirname(page.id)
  const isListed = page.date !== undefined || page.order !== undefined
  if (!isIndexFile(page) || !isListed || folder === '.') return folder
  const isAlone = !pages.some(({ id }) => id !== page.id && id.startsWith(`${folder}/`))
  return isAlone ? posix.dirname(folder) : folder
}

const compare = (a = '', b = '') => (a === b ? 0 : a < b ? -1 : 1)
