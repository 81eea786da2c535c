import { site } from './site.ts'

/** A menu of the layout. */
export type Menu = 'header' | 'footer'

/** One row of the table. */
export interface Page {
  /** The canonical path: lower case, no trailing slash. */
  readonly path: string
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
  /** The day on which its words last changed, for search engines. Written by hand: a build must not depend on its clock. */
  readonly updated: `${number}-${number}-${number}`
}

/**
 * THE table: every page of the site. The routes, the menus, the sitemap, the prerendered files, the canonical
 * links and the tests are derived from it.
 */
export const pages = {
  home: {
    path: '/',
    title: `${site.name}: ${site.tagline}`,
    description: site.description,
    label: 'Home',
    menus: { header: 1 },
    type: 'WebPage',
    updated: '2026-11-20',
  },
  about: {
    path: '/about',
    title: `About | ${site.name}`,
    description: `${site.name} is an on-demand development team. We join you for as long as there is something worth building.`,
    label: 'About',
    menus: { header: 2, footer: 2 },
    type: 'AboutPage',
    updated: '2026-11-20',
  },
  contact: {
    path: '/contact',
    title: `Contact | ${site.name}`,
    description: `Write to ${site.name}, an on-demand development team, at ${site.email}.`,
    label: 'Contact',
    menus: { header: 3, footer: 3 },
    type: 'ContactPage',
    updated: '2026-11-20',
  },
  privacy: {
    path: '/privacy',
    title: `Privacy Policy | ${site.name}`,
    description: 'This site sets no cookies, loads nothing from third parties and keeps no profile of you.',
    label: 'Privacy',
    menus: { header: 4, footer: 1 },
    type: 'WebPage',
    updated: '2026-11-20',
  },
} as const satisfies Record<string, Page>

export type PageId = keyof typeof pages

/** What the head of a page that is not in the table says. */
export const notFound = {
  title: `Page not found | ${site.name}`,
  description: 'There is no page at this address.',
}
export const failed = {
  title: `Something went wrong | ${site.name}`,
  description: 'The page could not be shown.',
}

export const pageIds = Object.keys(pages) as PageId[]

const byPath = new Map<string, PageId>(pageIds.map(id => [pages[id].path, id]))

/** The page at exactly this path, or undefined. */
export const pageAt = (path: string): PageId | undefined => byPath.get(path)

/** The pages of a menu, in its order. */
export const menu = (name: Menu): Page[] =>
  (Object.values(pages) as Page[])
    .filter(page => page.menus[name] !== undefined)
    .sort((a, b) => (a.menus[name] ?? 0) - (b.menus[name] ?? 0))

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
