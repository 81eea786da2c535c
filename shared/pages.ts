import { site } from './site.ts'

/** A menu of the layout. */
export type Menu = 'header' | 'footer'

/** One row of the table. */
export interface Page {
  /** The canonical path: lower case, no trailing slash. */
  readonly path: `/${string}`
  /** Paths at which the page once was. Each redirects to `path`. */
  readonly former?: readonly `/${Lowercase<string>}`[]
  /** What the browser's tab and a search result show: at most 60 characters. */
  readonly title: string
  /** What a search result shows under the title: 50 to 160 characters. */
  readonly description: string
  /** What links to the page say. */
  readonly label: string
  /** The menus in which the page stands, each with its place in that menu. */
  readonly menus: { readonly [menu in Menu]?: number }
  /** The schema.org type of the page. */
  readonly type: 'WebPage' | 'AboutPage' | 'ContactPage'
}

/**
 * THE table: every page of the site. The routes, the menus, the sitemap, the prerendered files, the canonical
 * links and the tests are derived from it.
 */
export const pages = table({
  home: {
    path: '/',
    title: `${site.name}: ${site.tagline}`,
    description: site.description,
    label: 'Home',
    menus: { header: 1 },
    type: 'WebPage',
  },
  about: {
    path: '/about',
    title: `About | ${site.name}`,
    description: `${site.name} is an on-demand development team. We join you for as long as there is something worth building.`,
    label: 'About',
    menus: { header: 2, footer: 2 },
    type: 'AboutPage',
  },
  contact: {
    path: '/contact',
    title: `Contact | ${site.name}`,
    description: `Write to ${site.name}, an on-demand development team, at ${site.email}.`,
    label: 'Contact',
    menus: { header: 3, footer: 3 },
    type: 'ContactPage',
  },
  privacy: {
    path: '/privacy',
    title: `Privacy Policy | ${site.name}`,
    description: 'This site sets no cookies, loads nothing from third parties and keeps no profile of you.',
    label: 'Privacy',
    menus: { header: 4, footer: 1 },
    type: 'WebPage',
  },
})

/** What stands in place of a page that does not exist. */
export const notFound = {
  label: 'Page not found',
  title: `Page not found | ${site.name}`,
  description: 'There is no page at this address.',
}

/** What stands in place of a page that cannot be rendered. */
export const failed = {
  label: 'Something went wrong',
  title: `Something went wrong | ${site.name}`,
  description: 'The page could not be shown. The fault is ours, and it has been noted.',
}

export type PageId = keyof typeof pages

export const pageIds = Object.keys(pages) as PageId[]

const rows: readonly Page[] = Object.values(pages)

const byPath = new Map<string, PageId>(pageIds.map(id => [pages[id].path, id]))

/** The page at exactly this path, or undefined. */
export const pageAt = (path: string): PageId | undefined => byPath.get(path)

/** The pages of a menu, in its order. */
export const menu = (name: Menu): Page[] =>
  rows
    .filter(page => page.menus[name] !== undefined)
    .sort((a, b) => (a.menus[name] ?? 0) - (b.menus[name] ?? 0))

/** Every former path with the path that the page has now. */
export const moved: readonly (readonly [from: string, to: string])[] = rows.flatMap(({ path, former = [] }) =>
  former.map(from => [from, path] as const),
)

const targets = new Map<string, string>([...rows.map(({ path }) => [path, path] as const), ...moved])

/** The path to which this one redirects: another spelling of a page's path, or a former path. Otherwise undefined. */
export function redirectOf(path: string): string | undefined {
  const target = targets.get(canonicalPath(path) ?? '')
  return target === path ? undefined : target
}

/**
 * The one form of a path that a page can have: decoded, in lower case, with single slashes and none at the end.
 * Undefined where the path has a malformed percent-escape.
 */
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

/** The rows as they are written. The compiler refuses a path that is not canonical, and names the one that is. */
export function table<const Rows extends { home: Page } & Record<string, Page>>(
  rows: Rows & { [id in keyof Rows]: { path: Canonical<Rows[id]['path']> } },
): Rows {
  return rows
}

type Canonical<Path extends string> = Path extends Rewritten<Path> ? Path : { write: Rewritten<Path> }

/** What `canonicalPath` makes of a path, as far as the compiler can tell. */
type Rewritten<Path extends string> = '/' extends Path
  ? Path
  : Path extends `${infer Start}//${infer Rest}`
    ? Rewritten<`${Start}/${Rest}`>
    : Path extends `${infer Start}/`
      ? Rewritten<Start>
      : Lowercase<Path>
