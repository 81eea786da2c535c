import type { Company, Link, Menu, Page } from './owner.ts'
import { titleOf } from './titles.ts'

/** A page as it is written in shared/site/pages.ts or in shared/site/content/. */
export interface Written extends Page {
  /** On which day a page of shared/site/content/ was written, as 2026-11-21, or else its place in its folder. */
  readonly date?: string
  readonly order?: number
  /** In development alone: the day on which the page will be published, or "draft". */
  readonly unpublished?: string
}

/** A page with its name: its key in shared/site/pages.ts, or the path of its file in shared/site/content/. */
export interface Row extends Written {
  readonly id: string
  /** The page's own title. `title` is the document's, which may have the company's name beside it. */
  readonly heading: string
}

export type Menus = Record<Menu, readonly Link[]>

/** Every page of a site, and what is derived from them. */
export interface Table {
  rows: readonly Row[]
  menus: Menus
  /** Every former path with the current path of its page. */
  moved: readonly (readonly [from: string, to: string])[]
  /** The page at exactly this path. */
  at(path: string): Row | undefined
  /** The path to which this one redirects: another spelling of a page's path, or a former path. Otherwise undefined. */
  redirectOf(path: string): string | undefined
}

/** The rows of an object such as `pages`, in its order. */
export const rowsOf = (pages: Readonly<Record<string, Written>>, company: Company): Row[] =>
  Object.entries(pages).map(([id, page]) => ({
    ...page,
    id,
    heading: page.title,
    title: titleOf(company, page.title, page.path),
  }))

export function createPageTable(rows: readonly Row[]): Table {
  const byPath = new Map<string, Row>(rows.map(row => [row.path, row]))
  const moved = rows.flatMap(({ path, former = [] }) => former.map(from => [from, path] as const))
  const targets = new Map<string, string>([...rows.map(({ path }) => [path, path] as const), ...moved])
  return {
    rows,
    menus: { header: menuOf(rows, 'header'), footer: menuOf(rows, 'footer') },
    moved,
    at: path => byPath.get(path),
    redirectOf: path => {
      const target = targets.get(canonicalPath(path) ?? '')
      return target === path ? undefined : target
    },
  }
}

/** The links of a menu, in the order of their places. */
const menuOf = (rows: readonly Row[], menu: Menu): Link[] =>
  rows
    .filter(({ menus }) => menus[menu] !== undefined)
    .sort((a, b) => (a.menus[menu] ?? 0) - (b.menus[menu] ?? 0))
    .map(({ path, label }) => ({ path, label }))

/** A path decoded, in lower case, with single slashes and none at the end. Undefined for a malformed percent-escape. */
export function canonicalPath(path: string): string | undefined {
  const decoded = decodePath(path)
  return decoded
    ?.toLowerCase()
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined // A malformed percent-escape.
  }
}
