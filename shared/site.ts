import type { ComponentType, ReactNode } from 'react'
import type { SiteInLanguage } from './site-context.ts'

// The types of the values in shared/site/. The components for its pages are in shared/ui/.

/** `useSite()` returns the company and the messages in the page's language. In a test, wrap a component in `SiteContext`. */
export { SiteContext, useSite } from './site-context.ts'

/** Head fields besides title and description. A route sets them, and the data that a feature loads can replace them. */
export interface HeadFields {
  /** Search engines must not list the page. */
  readonly noindex?: boolean
  /** The page that search engines should list instead of this one: a path of this site, or a URL. */
  readonly canonical?: string
}

/**
 * When a page loads its script. `idle`: when the browser is idle after the load event. `interaction`: when somebody starts to use
 * the page (client/script-loader.ts says how), and from the second page of a visit on, when the browser is idle. `never`: the page
 * has no script.
 */
export const HYDRATE = ['idle', 'interaction', 'never'] as const
export type Hydrate = (typeof HYDRATE)[number]

/**
 * A route, as a site writes it in shared/site/routes.ts. Each ResolvedRoute (shared/route-table.ts) has the same fields, except
 * that `title` becomes its `heading`. The build refuses a field that's neither in CORE_FIELDS (scripts/bundle/route-errors.ts)
 * nor a feature's. Pages in the browser get only the fields of PageHead (shared/page-head.ts).
 */
export interface Route extends HeadFields {
  /**
   * The canonical path: lower case, no trailing slash. A param such as `:slug` stands for many pages with one component.
   * The path's first segment is fixed. The value of a param has letters a to z, digits, - and _. It begins with a
   * letter or a digit, and is not `index`.
   */
  readonly path: `/${string}`
  /** Shown in the browser's tab and in search results, with the company's name if there's room: at most 60 characters. */
  readonly title: string
  /** Shown in search results below the title: 50 to 160 characters. */
  readonly description: string
  /** The text of links to the page. */
  readonly label: string
  /** The menus that have a link to the page: { header: 2 }, or in a group { footer: { place: 5, group: 'Company' } }. */
  readonly menus?: Places
  /** The page isn't prerendered: our own server renders it in both modes, and it doesn't exist on a static host. */
  readonly prerender?: false
  /** When the page loads its script. Defaults to 'idle'. */
  readonly hydrate?: Hydrate
  /**
   * For a feature's route: the file of the component that hydrates the page. The component takes its content from the document,
   * so a link to the page always loads the whole document.
   */
  readonly hydratedBy?: string
  /** The page's language, if it isn't the company's, as in RFC 5646. */
  readonly lang?: string
  /** The publication date, such as 2026-11-21. */
  readonly date?: string
  /** Marks the page as an article, published on `date`, for social networks and search engines. */
  readonly isArticle?: boolean
}

/** A site's routes, by id. The page at / has the id `home`. */
export type Routes = Readonly<Record<string, Route>> & {
  readonly home: Route & { readonly path: '/' }
}

/** A page's component, whatever data it is given. */
export type PageComponent = (props: never) => ReactNode

/** Loads the file with a page's component. */
export type PageModule = () => Promise<{ default: PageComponent }>

/** Every route's component. */
export type Components<SiteRoutes extends Routes> = { readonly [Id in keyof SiteRoutes]: PageModule }

/** Facts about the company. */
export interface Company {
  name: string
  /** The home page's title and heading, also in search results and on social images. At most 60 characters. */
  tagline: string
  description: string
  email: string
  /** The site's public address without a trailing slash. The variable SITE_ORIGIN overrides it. */
  origin: string
  /**
   * The language of every page without a `lang` of its own, as in RFC 5646. Browsers use it for hyphenation, and screen
   * readers for pronunciation.
   */
  lang: string
  /** The language with its country, as social networks name it, such as `de_DE`. Without it, the tag is left out. */
  locale?: string
  /** The name in the footer, such as `Acme Software Ltd`. Defaults to `name`. */
  legalName?: string
  /** The postal address in the footer, line by line. */
  address?: readonly string[]
  /** The telephone number below the address, such as `+353 1 555 0100`. */
  phone?: string
  /** Optional: a link in the menu of small screens to an application that is not part of this site. */
  members?: CompanyLink
  /** Menu links to something else than a page of this site: a site such as https://status.example.com, a file or a heading. */
  links?: readonly MenuLink[]
  /**
   * The company's mark, from which features draw icons and social images: its file name in shared/site/. An SVG, whose
   * `currentColor` becomes the accent colour, or a square PNG, JPEG or WebP of at least 180 pixels.
   */
  mark: string
}

/** The layout's and the error pages' texts. `navigation` isn't visible: screen readers read it out. */
export interface Messages {
  skipLink: string
  menuButton: string
  /** The button in the open menu that closes it. */
  closeMenu: string
  copy: string
  copied: string
  /** Instead of `copied`, if the browser refuses to copy: the text is then selected in the page. */
  selected: string
  navigation: { header: string; mobile: string; footer: string }
  /** The 404 page. */
  notFound: ErrorMessages
  /** The 500 page, shown when a page can't be rendered. */
  failed: ErrorMessages
}

/** The exports of shared/site/company.ts. */
export interface CompanyFile {
  readonly company: Company
  readonly messages: Messages
}

/** The company's texts in one language. */
export interface CompanyInLanguage extends Pick<Partial<Company>, 'address' | 'description'> {
  members?: Link
}

/** The company as a page in one language shows it. */
export interface ShownCompany extends Omit<Company, 'members'> {
  /** The company's language, which may differ from the page's. */
  lang: string
  members?: Link
  /** The links as written in company.ts. To render links, use `menus`, where every field is filled in. */
  links?: readonly MenuLink[]
  /** This server's origin: on a staging server it differs from the one in company.ts. */
  origin: string
  /** Defaults to `name`. Undefined only in a test that wraps a component in `SiteContext`. */
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
  /** The language of the target page, and therefore of the label, if it differs from the company's. */
  lang?: string
}

/** A link as a page's layout shows it. */
export interface Link {
  path: string
  label: string
  /** The language of the target page and of the label, if it differs from the current page's: for the attribute `lang`. */
  lang?: string
}

export const MENUS = ['header', 'footer'] as const
export type Menu = (typeof MENUS)[number]

/**
 * A link's place in a menu, and the group to which it belongs there. A group appears at the place of its
 * first link, with its links sorted by their places.
 */
export type Place = number | { readonly place: number; readonly group: string }

/** The menus that have a link, each with the link's place. */
export type Places = { readonly [menu in Menu]?: Place }

/** A menu link that doesn't lead to a page of this site. */
export interface MenuLink extends CompanyLink {
  menus: Places
}

/** Menu links that stand together, below a label in the menu's language. */
export interface MenuGroup {
  label: string
  links: readonly Link[]
}

/** Each menu's links and groups, in their order. */
export type Menus = Record<Menu, readonly (Link | MenuGroup)[]>

/** Components that a site adds to every page's layout, or that replace the engine's. */
export interface Slots {
  /** Around the header, the page and the footer: for a provider or a banner. */
  Shell?: ComponentType<{ children: ReactNode }>
  /** In place of shared/layout/header.tsx. */
  Header?: ComponentType<LayoutProps>
  /** At the end of the header: for a button. */
  HeaderEnd?: ComponentType
  /** In place of shared/layout/footer.tsx. */
  Footer?: ComponentType<LayoutProps>
  /** At the end of the footer. */
  FooterEnd?: ComponentType
}

/** The optional exports of shared/site/browser.ts, which runs only in the browser. */
export interface BrowserHooks {
  /** Runs once, when the first page has been hydrated. An error in it leaves the page as it is. */
  afterHydration?(): void
  /**
   * Runs for each page that the visitor sees, once its title is set: also for the first page, and for one that Back or Forward
   * shows again. A different query counts as a different page, a different fragment doesn't. The URL has no fragment.
   */
  onPageView?(url: URL): void
}

/** The current page's counterpart in another language. */
export interface Alternate {
  lang: string
  path: string
}

/** The parts of a site that the server and the browser both have. */
export interface Site {
  company: Company
  Logo: ComponentType
  slots: Slots
}

/** The header's and the footer's props. */
export interface LayoutProps extends Required<SiteInLanguage> {
  menus: Menus
  /** The current page's path: links to it are marked. */
  current: string | undefined
  /** The build's year, such as 2026. */
  year: string
}
