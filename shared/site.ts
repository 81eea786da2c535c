import type { ComponentType, ReactNode } from 'react'

// What a site gives the engine: the types of the values in shared/site/. Its pages are written with the components of ui/.

/** `useSite()` has the words of the page's language. For a test of a component alone: `SiteContext` gives it them. */
export { SiteContext, useSite } from './site-context.ts'

/** The facts of a company. */
export interface Company {
  name: string
  /** The title and the heading of the home page: in its tab, in search results, on social images. At most 60 characters. */
  tagline: string
  description: string
  email: string
  /** The site's public address without a trailing slash. The variable SITE_ORIGIN overrides it. */
  origin: string
  /** The language of every page that names no other, as in RFC 5646. Browsers hyphenate and screen readers pronounce by it. */
  lang: string
  /** The language with its country, as social networks name it, such as `de_DE`. Without it, the pages name none. */
  locale?: string
  /** As the footer names the company, such as `Acme Software Ltd`. The name without it. */
  legalName?: string
  /** Its postal address in the footer, line by line. */
  address?: readonly string[]
  /** Its telephone number below the address, such as `+353 1 555 0100`. */
  phone?: string
  /** Optional: a link in the menu of small screens to an application that is not part of this site. */
  members?: CompanyLink
  /** Links of the menus that are no pages: to other sites, as https://status.example.com, to a file, or to a heading. */
  links?: readonly MenuLink[]
  /**
   * The picture that stands for the company, from which features draw, as its file's name in shared/site/: an SVG, whose
   * `currentColor` becomes the accent, or a square PNG, JPEG or WebP of at least 180 pixels.
   */
  mark: string
}

/** The words of the layout and of the two error pages. Those of `navigation` are read by screen readers only. */
export interface Messages {
  skipLink: string
  menuButton: string
  /** The button in the open menu that closes it. */
  closeMenu: string
  copy: string
  copied: string
  /** In place of `copied` where the browser refuses to copy: the text is then selected in the page. */
  selected: string
  navigation: { header: string; mobile: string; footer: string }
  /** The page for an address without a page. */
  notFound: ErrorMessages
  /** The page for one that cannot be rendered. */
  failed: ErrorMessages
}

/** What shared/site/company.ts exports. */
export interface CompanyFile {
  readonly company: Company
  readonly messages: Messages
}

/** What a language says of the company. */
export interface CompanyInLanguage extends Pick<Partial<Company>, 'address' | 'description'> {
  members?: Link
}

/** The company as the document in a language shows it. */
export interface ShownCompany extends Omit<Company, 'members'> {
  /** The company's language, which need not be the document's. */
  lang: string
  members?: Link
  /** As company.ts has them: without `lang` in the company's language. The menus have them complete. */
  links?: readonly MenuLink[]
  /** The origin of the server: on a staging server not that of company.ts. */
  origin: string
  /** The name where company.ts has no `legalName`. Only in a test of a component alone it may be missing. */
  legalName?: string
}

export interface ErrorMessages {
  label: string
  description: string
  /** Leads to the home page. */
  link: string
}

/** A link of `company.ts`. */
export interface CompanyLink {
  path: string
  label: string
  /** The language of what it leads to, and so of its label, where that is not the company's. */
  lang?: string
}

/** A link as the layout of a document shows it. */
export interface Link {
  path: string
  label: string
  /** The language of what it leads to, and so of its label, where that is not the document's: for the attribute `lang`. */
  lang?: string
}

export const MENUS = ['header', 'footer'] as const
export type Menu = (typeof MENUS)[number]

/**
 * The place of a link in a menu, and the group to which it belongs there. A group stands where its first link would, with
 * all of its links, in the order of their places.
 */
export type Place = number | { readonly place: number; readonly group: string }

/** The menus that have a link, each with the link's place. */
export type Places = { readonly [menu in Menu]?: Place }

/** A link of the menus that is no page. */
export interface MenuLink extends CompanyLink {
  menus: Places
}

/** The links of a menu that stand together, below a label: the site has written that for the language of the menu. */
export interface MenuGroup {
  label: string
  links: readonly Link[]
}

/** The links and groups of each menu, in their order. */
export type Menus = Record<Menu, readonly (Link | MenuGroup)[]>

/** What the head of a page says beside its title and description: in its route, or for one address with its data. */
export interface HeadFields {
  /** Search engines are not to list the page. */
  readonly noindex?: boolean
  /** Where the same page is that search engines list in place of this one: a path of this site, or an address. */
  readonly canonical?: string
}

// A field that is added to HeadFields or to Route is in each ResolvedRoute (shared/route-table.ts) without another line. The browser has
// those of PageHead (shared/page-head.ts).

/**
 * When a page loads its script: when the browser is idle after the load event; when a person begins to use the page, as
 * client/script-loader.ts lists it; or never. A page that only waits for a person costs a reader no script.
 */
export const HYDRATE = ['idle', 'interaction', 'never'] as const
export type Hydrate = (typeof HYDRATE)[number]

/** A page, as the site writes it in the table of shared/site/routes.ts. */
export interface Route extends HeadFields {
  /**
   * The canonical path: lower case, no trailing slash. A param such as `:slug` stands for many pages with one component.
   * The first segment of the path is fixed. The value of a param has letters a to z, digits, - and _. It begins with a
   * letter or a digit, and is not `index`.
   */
  readonly path: `/${string}`
  /** Shown in the browser's tab and in search results, with the company's name where there is room: at most 60 characters. */
  readonly title: string
  /** Shown in search results below the title: 50 to 160 characters. */
  readonly description: string
  /** The text of links to the page. */
  readonly label: string
  /** The menus that have a link to the page: { header: 2 }, or in a group { footer: { place: 5, group: 'Company' } }. */
  readonly menus?: Places
  /** The page is not prerendered: our own server renders it in both modes, and a static host lacks it. */
  readonly prerender?: false
  /** When the page loads its script. Without it: 'idle'. */
  readonly hydrate?: Hydrate
  /** The page's language where it isn't the company's, as in RFC 5646. */
  readonly lang?: string
  /** The date that the page has, as 2026-11-21. */
  readonly date?: string
  /** Whether the page is an article of its `date`, as social networks and search engines know one. */
  readonly isArticle?: boolean
}

/** The route table. Its page at / has the id `home`. */
export type Routes = Readonly<Record<string, Route>> & {
  readonly home: Route & { readonly path: '/' }
}

/** The component of a page, whatever data it is given. */
export type PageComponent = (props: never) => ReactNode

/** Loads the file with the component of a page. */
export type PageModule = () => Promise<{ default: PageComponent }>

/** The component of every page of a table. */
export type Components<RouteTable extends Routes> = { readonly [Id in keyof RouteTable]: PageModule }

/** What a site adds to the layout of every page, or puts in its place. */
export interface Slots {
  /** Around the header, the page and the footer, as for a provider or a banner. */
  Shell?: ComponentType<{ children: ReactNode }>
  /** In place of shared/layout/header.tsx. */
  Header?: ComponentType<LayoutProps>
  /** At the end of that header, as for a button. */
  HeaderEnd?: ComponentType
  /** In place of shared/layout/footer.tsx. */
  Footer?: ComponentType<LayoutProps>
  /** At the end of that footer. */
  FooterEnd?: ComponentType
}

/** What shared/site/browser.ts may export: what runs in the browser alone. */
export interface BrowserHooks {
  /** Runs once, when the first page has been hydrated. An error in it leaves the page as it is. */
  afterHydration?(): void
  /**
   * Runs for each page that the visitor sees, when it is there with its title: the first one too, and what is there again
   * by Back or Forward. Another query is another page here, another fragment is not. The URL has no fragment.
   */
  onPageView?(url: URL): void
}

/** A page in another language than the current one. */
export interface Alternate {
  lang: string
  path: string
}

/** What the server and the browser each have of a site. */
export interface Site {
  company: Company
  Logo: ComponentType
  slots: Slots
}

/** What the header and the footer are given: the site, with the words of the page's language, and what they show. */
export interface LayoutProps extends Site {
  company: ShownCompany
  /** In the page's language, or else in the company's. */
  messages: Messages
  /** The language of the document. */
  lang: string
  /** The path of the home page in that language. */
  home: string
  /** The current page in each other language, by the routes: search engines may not list it, or it may not be found. */
  alternates: readonly Alternate[]
  menus: Menus
  /** The path of the current page, whose links are marked. */
  current: string | undefined
  /** The year of the build, such as 2026. */
  year: string
}
