import type { RequestListener, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { Metafile, Plugin } from 'esbuild'
import type { Express, RequestHandler } from 'express'
import type { Logger } from './server/lib/logger.ts'
import type { Manifest } from './server/lib/manifest.ts'
import type { CrawlerFields } from './server/metadata/indexable.ts'
import type { HeadTags, RoutePage } from './server/metadata/server-head.ts'
import type { PageRenderer } from './server/render/page-renderer.tsx'
import type { ErrorPages, Found } from './server/respond/found.ts'
import type { Bodies, ReusableResponse } from './server/respond/responses.ts'
import type { HttpHeaders } from './server/respond/security-headers.ts'
import type { Send } from './server/respond/send.ts'
import type { Allowed, EndpointHelpers } from './server/site.ts'
import type { Language } from './shared/language.ts'
import type { PageHead } from './shared/page-head.ts'
import type { Match, PageAt, ResolvedRoute, RouteTable } from './shared/route-table.ts'
import type { Company, CompanyFile, PageModule, Route } from './shared/site.ts'

// The core's extension points, into which features plug. The core imports no feature. The site lists each one where it plugs in:
//
//     server/site/features.ts         ServerFeature       what the server runs
//     server/site/build-features.ts   BuildFeature        what a build and a prerender run
//     shared/site/at-start.ts         StartFeature        what the small script at the top of each page runs
//     shared/site/at-hydration.ts     HydrationFeature    what the script that hydrates a page runs
//     shared/site/at-navigation.ts    NavigationFeature   what loads dynamic pages in the browser: only the first one is called
//
// Add an extension point only if two features use it, or if one would otherwise need an `if` in the core. How to add one, or a
// feature: docs/architecture.md.

/** The part of a feature that runs on the server. */
export interface ServerFeature {
  /** Its routes' components, by their ids. `readBuilt` reads a file of build/ as text. */
  components?(table: RouteTable, readBuilt: (name: string) => string): Readonly<Record<string, PageModule>>
  /** The files that it generates for dist/ and the live server. */
  generatedFiles?(facts: SiteFacts): GeneratedFiles
  /** Prepares a function that makes HTML for the head of a page. */
  headTags?(site: HeadSite): HeadTags
  /** HTML for the head of every page, error pages included. */
  commonTags?: string
  /** The name in dist/ of the picture that represents the company. */
  logo?: string
  /** The URL of the picture that represents a page. */
  picture?(page: RoutePage, origin: string): string
  /** Options for the HTTP server. */
  httpOptions?: ServerOptions
  /** Puts a listener between the HTTP server and the application, once per server. `openSockets` returns its open connections. */
  wrapListener?(listener: RequestListener, openSockets: () => Iterable<Socket>): RequestListener
  /** Middleware that runs before the site's own, and before anything responds. */
  middleware?(core: { send: Send }): readonly RequestHandler[]
  /** Prepares to serve. Called once, when the application is composed. */
  serve?(core: ServingCore): Served
  /** Prepares to render its pages for dist/. Called once, when a prerender begins. */
  prerender?(core: CoreServices): Prerenderer
}

/** The facts about a site from which features make files and tags. */
export interface SiteFacts {
  table: RouteTable
  company: Company
  origin: string
  /** The build's date in UTC, such as 2026-11-23. */
  buildDate: string
}

/** The facts from which a feature makes tags for the head. */
export interface HeadSite extends SiteFacts {
  /** The URL of the picture that represents a page, if a feature has one. */
  pictureOf(page: RoutePage): string | undefined
  /** The name in dist/ of the picture that represents the company, if a feature has one. */
  logo?: string | undefined
}

/** By file name: the text, or a function that makes it from the pages that search engines may list. */
export type GeneratedFiles = Readonly<Record<string, string | ((indexable: readonly PageAt[]) => string)>>

/** The core's services for a feature. */
export interface CoreServices extends SiteFacts {
  buildId: string
  allowed: Allowed
  log: Logger
  renderer: PageRenderer
}

export interface ServingCore extends CoreServices {
  errorPages: ErrorPages
  send: Send
  /** All features' files. The core fills lists of pages with the static ones; a feature that serves a list adds its own pages. */
  generatedFiles: GeneratedFiles
}

/** A feature's responses and functions in a running server. */
export interface Served {
  /** Live responses by path. They replace generated files, and a file in shared/site/public/ replaces them. */
  files?: ReadonlyMap<string, Found>
  /** Finds what is at a path that neither a file nor a static page has. */
  find?(path: string): Found | undefined
  /** The files that a prerendered page has in dist/ besides its HTML. */
  filesOf?(route: ResolvedRoute, path: string): readonly PageFile[]
  /** Functions for server/site/endpoints.ts. */
  endpointHelpers?: Partial<EndpointHelpers>
  /** Figures for the summary in the log. Called at each summary. */
  summary?(): Readonly<Record<string, number>>
}

/** A file that belongs to a page: its name in dist/, and its response. */
export interface PageFile {
  name: string
  response(bodies: Bodies): ReusableResponse
}

/** Finds and renders the pages of a feature's routes for dist/. */
export interface Prerenderer {
  /** The paths for a route with params. Undefined if they can't be known. Rejects if finding them fails. */
  pathsOf(route: ResolvedRoute): Promise<RoutePaths | undefined>
  /** Renders the page at a path. Undefined if the route is another feature's. Rejects if dist/ can't have the page. */
  render(match: Match, path: string, signal: AbortSignal): Promise<PrerenderedPage | undefined>
}

export interface RoutePaths {
  paths: readonly string[]
  /** One line for each path that can't be one of the route. */
  problems: readonly string[]
}

export interface PrerenderedPage {
  html: Buffer
  /** The fields from its data. They replace its route's. */
  dataFields?: CrawlerFields
  /** Its other files, by their names in dist/. */
  files: Readonly<Record<string, Buffer>>
  warnings: readonly string[]
}

/** The part of a feature that runs in a build, grouped by what the build does with it. */
export interface BuildFeature {
  // The routes are read:

  /** The fields that it adds to a route of shared/site/routes.ts. The build refuses a field that no feature declares. */
  fields?: readonly string[]
  /** More such fields, which the front matter of a file may set, too. `readRoutes` gets all features'. */
  frontMatterFields?: FrontMatterFields
  /** Reads routes from the site's files, as of a date. In development there's no date, so routes of later dates are included. */
  readRoutes?(date: string | undefined, fields: FrontMatterFields): Promise<FileRoutes>

  // They are completed:

  /** Returns a function that looks up, by a route's id, facts that the route itself doesn't state. */
  completeRoutes?(routes: Readonly<Record<string, Route>>, company: Company): (id: string) => RouteFacts
  /** Whether this feature renders a route's pages, for a request or for a time, instead of the core, which renders them once. */
  isDynamic?(route: Route): boolean
  /** Returns the fields of a language that replace the core's, such as its messages and menus. */
  completeLanguage?(lang: string, site: LanguageSources): Partial<Language>
  /** Other paths that a route occupies, each with a description for messages. */
  reservedPaths?(route: ResolvedRoute): readonly (readonly [path: string, what: string])[]
  /** The paths that redirect to a route. The build refuses a path that is in use. */
  redirects?(route: ResolvedRoute): readonly RouteRedirect[]

  // Files are made:

  /** esbuild's plugins for the browser's script and for Node's program. They come after the core's. */
  plugins?: { browser?: readonly Plugin[]; node?: readonly Plugin[] }
  /** The names of the files that its `generatedFiles` makes. */
  fileNames?(table: RouteTable): readonly string[]
  /** Files for build/public/, by their names there. Also called in development. */
  publicFiles?(company: Company): Promise<ReadonlyMap<string, Uint8Array>>
  /** Draws files for build/public/, by name, after all others. Not called in development. The server reads them from the disk. */
  drawFiles?(
    site: Pick<SiteFacts, 'table' | 'company'>,
  ): AsyncIterable<readonly [name: string, body: Uint8Array]>
  /**
   * The files of dist/ that other sites may embed, by name. A name that ends with / is a folder for its files alone: neither a
   * page nor a file of shared/site/public/ may be there.
   */
  embeddable?: readonly string[]

  // The site is checked, and the pages as they are rendered:

  /** Returns the mistakes in the site. */
  problems?(site: CheckedSite): readonly Diagnostic[]
  /** Prepares to check rendered pages: all of a build, or the one that development shows. Returns undefined to check none. */
  checkPages?(site: BundledSite): PageCheck | undefined

  // A prerender ends:

  /** Files in dist/ for static hosts alone, by name. Our own server never sends them. Called once all pages are rendered. */
  hostFiles?(site: RenderedSite): Readonly<Record<string, string>>
}

/** A route's fields by name, as `readRoutes` finds them in a file. */
export type FrontMatterFields = Readonly<Record<string, FrontMatterField>>

export interface FrontMatterField {
  /** Whether the value is free text. */
  isText?: true
  /** Reads the value, in which every scalar is a string. Returns undefined if it's wrong. */
  read(value: unknown): unknown
  /** Explains why a value is wrong, if that's known. */
  problem?(value: unknown): string | undefined
  /** The value to write, in words. Empty for a field that no file may have: `problem` says what replaces it. */
  wanted: string
  /** A value in the file's notation. */
  example: string
}

/** A path that redirects to a route. */
export interface RouteRedirect {
  from: string
  /** The route's field that names it. */
  field: string
}

/** Facts about a route that a feature can supply. */
export type RouteFacts = Partial<Pick<ResolvedRoute, 'lang' | 'isHome' | 'alternates'>>

/** The input of `completeLanguage`. */
export interface LanguageSources {
  routes: readonly ResolvedRoute[]
  companyFile: CompanyFile
}

/** A mistake, its place and its fix, in one message. */
export interface Diagnostic {
  /** `error` fails a build and a prerender, `unfinished` only a prerender, `warning` neither. */
  severity: 'error' | 'unfinished' | 'warning'
  message: string
}

/** The site before it's rendered, as the checks see it. */
export interface CheckedSite {
  table: RouteTable
  company: Company
  /** The exports of shared/site/company.ts. */
  companyFile: CompanyFile
  /** The routes of shared/site/routes.ts, as they are written there. */
  siteRoutes: Readonly<Record<string, Route>>
  /** The routes that features have read from files. */
  fileRoutes: readonly FileRoutes[]
  /** Where a route's field is written. */
  fieldOf(id: string, field: string): string
  /** The file names in shared/site/public/. */
  publicFiles: readonly string[]
  /** The names of all served files, except pages'. */
  files: readonly string[]
  /** The site's and the packages' stylesheets, before they're lowered. */
  styles: readonly StyleSource[]
  /** esbuild's metafile for the browser's bundle. */
  browserScript: Metafile
  /** Whether a script of the browser or the server contains a text. */
  isInScript(text: string): boolean
  /** Whether there is a file at a path, or the application that `members` of company.ts links to. */
  isFile(path: string): boolean
  /** Whether there is a page at a path. Only a prerender knows the pages for a route with params. */
  isPage(path: string): boolean
}

export interface StyleSource {
  /** Its path in the project. */
  file: string
  text: string
}

/** A site whose program runs, and whose pages are checked. */
export interface BundledSite extends CheckedSite {
  manifest: Manifest
  /** The origin of its pages' addresses. In a prerender SITE_ORIGIN may have set it. */
  origin: string
  /** The application of server/site/endpoints.ts. */
  endpoints: Express
  /** The folder into which a prerender writes. */
  dist?: string
}

/** A page that was rendered. */
export interface CheckedPage {
  path: string
  /** Undefined for a 404 page. */
  route: ResolvedRoute | undefined
  html: Buffer
  /** The fields from its data. They replace its route's. */
  dataFields?: CrawlerFields
  /** The files that it has in dist/ besides its HTML, by name. */
  otherFiles: readonly string[]
}

/** Checks pages, one after the other. */
export interface PageCheck {
  /** Reads a page. If there is a dist/, the page's files are already in it. */
  add(page: CheckedPage): void | Promise<void>
  /** Returns the mistakes in the pages that were added. */
  diagnostics(): readonly Diagnostic[]
  /** Prints what it has found out, when a prerender has succeeded. */
  printResults?(): void | Promise<void>
}

/** A site whose pages are in dist/. */
export interface RenderedSite {
  table: RouteTable
  origin: string
  /** Every document's headers. */
  headers: HttpHeaders
  /** The files that other sites may embed, by name. A name that ends with / is a folder. */
  embeddable: readonly string[]
}

/** The routes that a feature has read from files, and lookups for messages about them. */
export interface FileRoutes {
  routes: Readonly<Record<string, Route>>
  /** Files for build/, by their names in that folder. */
  files: ReadonlyMap<string, Uint8Array>
  /** Mistakes in them, one line each. `siteRoutes` are those of shared/site/routes.ts. */
  problems(siteRoutes: Readonly<Record<string, Route>>): readonly string[]
  /** A build's warnings, one line each. */
  warnings?: readonly string[]
  /** Stylesheets that these routes need, as paths in the project. */
  styles?: readonly string[]
  /** Where a field is written. Undefined for any other route. */
  fieldAt(id: string, field: string): string | undefined
  /** Begins a message about a link on the page at a path, such as `notes.md:6 links to ./other`. Undefined for any other page. */
  linkAt(path: string, href: string): string | undefined
  /** Why there is no page at a path. Undefined if unknown. */
  whyMissing(path: string): string | undefined
}

/**
 * The part of a feature in the small script at the top of each hydrated page. `loadScript` loads the page's other scripts.
 * <html> has `data-script` from the start, and `data-hydrated` once the page is hydrated. Returns a function to call if
 * hydration is abandoned: the script can't be loaded, or the page was translated.
 */
export type StartFeature = (loadScript: () => void) => () => void

/** The part of a feature that runs before and after hydration. */
export interface HydrationFeature {
  /** Runs when the script has loaded. The returned functions run later. */
  beforeHydration(): HydrationCallbacks
  /** State to store in `history.state` when the page reloads because a release has removed one of its files. */
  stateForReload?(): object
}

export interface HydrationCallbacks {
  /** Runs after a hydration mismatch, when React has rendered the page or a part of it again. */
  onMismatch?(): void
  /** Runs once, when the page is hydrated. */
  afterHydration?(): void
}

/** How a feature loads the data of dynamic pages in the browser. */
export interface NavigationFeature {
  /** Loads the head and the data of the page at a URL. Rejects if they're gone, or belong to a different build. */
  load(url: URL, signal: AbortSignal): Promise<{ head: PageHead; data: unknown }>
  /** Does the same in advance. */
  prefetch(url: URL): void
}
