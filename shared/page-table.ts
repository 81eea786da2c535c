import { titleOf } from './company.ts'
import type { Menu, Page } from './pages.ts'

/** A page as it is written in shared/pages.ts or in shared/content/. */
export interface Written extends Page {
  /** On which day a page of shared/content/ was written, as 2026-11-21, or else its place in its folder. */
  readonly date?: string
  readonly order?: number
  /** In development alone: the day on which the page will be published, or "draft". */
  readonly unpublished?: string
}

/** A page with its name: its key in shared/pages.ts, or the path of its file in shared/content/. */
export interface Row extends Written {
  readonly id: string
  /** The page's own title. `title` is the document's, which may have the company's name beside it. */
  readonly heading: string
}

/** A link as the layout shows it. */
export type Link = { path: string; label: string }
export type Menus = Record<Menu, readonly Link[]>

/** Every page of a site, and what is derived from them. */
export type Table = ReturnType<typeof createPageTable>

/** The rows of an object such as `pages`, in its order. */
export const rowsOf = (pages: Readonly<Record<string, Written>>): Row[] =>
  Object.entries(pages).map(([id, page]) => ({
    ...page,
    id,
    heading: page.title,
    title: titleOf(page.title, page.path),
  }))

export function createPageTable(rows: readonly Row[]) {
  const byPath = new Map(rows.map(row => [row.path as string, row]))
  const moved = rows.flatMap(({ path, former = [] }) => former.map(from => [from, path] as const))
  const targets = new Map<string, string>([...rows.map(({ path }) => [path, path] as const), ...moved])
  const menu = (name: Menu): Link[] =>
    rows
      .filter(({ menus }) => menus[name] !== undefined)
      .sort((a, b) => (a.menus[name] ?? 0) - (b.menus[name] ?? 0))
      .map(({ path, label }) => ({ path, label }))
  const menus: Menus = { header: menu('header'), footer: menu('footer') }
  return {
    rows,
    menus,
    /** Every former path with the current path of its page. */
    moved,
    /** The page at exactly this path. */
    at: (path: string) => byPath.get(path),
    /** The path to which this one redirects: another spelling of a page's path, or a former path. Otherwise undefined. */
    redirectOf: (path: string) => {
      const target = targets.get(canonicalPath(path) ?? '')
      return target === path ? undefined : target
    },
  }
}

/** A path decoded, in lower case, with single slashes and none at the end. Undefined for a malformed percent-escape. */
export function canonicalPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
      .toLowerCase()
      .replace(/\/+/g, '/')
      .replace(/(?<=.)\/$/, '')
  } catch {
    return undefined
  }
}
