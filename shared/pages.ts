import { company } from './company.ts'

export type Menu = 'header' | 'footer'

export interface Page {
  /** The canonical path: lower case, no trailing slash. */
  readonly path: `/${string}`
  /** Paths at which the page once was. Each redirects to `path`. */
  readonly former?: readonly `/${Lowercase<string>}`[]
  /** Shown in the browser's tab and in search results, with the company's name where there is room: at most 60 characters. */
  readonly title: string
  /** Shown in search results below the title: 50 to 160 characters. */
  readonly description: string
  /** The text of links to the page. */
  readonly label: string
  /** The menus that have a link to the page, each with the link's place. */
  readonly menus: { readonly [menu in Menu]?: number }
  /** A server page: its component is in server/pages/ and may await data. It is sent without a script. */
  readonly server?: true
  /** Such a page is not prerendered: our own server renders it in both modes, and a static host lacks it. */
  readonly prerender?: false
  /** In seconds: how long a live server shows one rendering of such a page to all, whatever their query. */
  readonly revalidate?: number
}

/** The page table: every page but those of shared/content/. Routes, menus, sitemap, files and tests are derived from it. */
export const pages = {
  home: {
    path: '/',
    title: company.tagline,
    description: company.description,
    label: 'Home',
    menus: { header: 1 },
  },
  about: {
    path: '/about',
    title: 'About',
    description: `${company.name} is an on-demand development team. We join you for as long as there is something worth building.`,
    label: 'About',
    menus: { header: 2, footer: 2 },
  },
  contact: {
    path: '/contact',
    title: 'Contact',
    description: `Write to ${company.name}, an on-demand development team, at ${company.email}.`,
    label: 'Contact',
    menus: { header: 3, footer: 3 },
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy Policy',
    description: 'This site sets no cookies, loads nothing from third parties and keeps no profile of you.',
    label: 'Privacy',
    menus: { header: 4, footer: 1 },
  },
} as const satisfies Record<string, Page> & { home: Page }

type Pages = typeof pages
type PageId = keyof Pages

/** The pages that are rendered on the server alone. */
export type ServerPageId = { [id in PageId]: Pages[id] extends { server: true } ? id : never }[PageId]

/** The pages that are rendered on both sides. */
export type ClientPageId = Exclude<PageId, ServerPageId>
