import type { Express, Request, Response } from 'express'
import type { ParamParseKey } from 'react-router'
import type { Params } from '../shared/route-table.ts'
import type { components } from '../shared/site/components.ts'
import type { routes } from '../shared/site/routes.ts'
import type { HeadFields, Routes } from '../shared/site.ts'

// All that server/site/ is written with: loaders, endpoints, what the policy allows, and what makes stylesheets.

/** What a loader knows of the request. It is given no headers and no cookies: what it loads is the same for every visitor. */
export interface LoadRequest<PathParams = Params> {
  /** The values of the params in the address: of /jobs/:slug the `slug`, such as mason. */
  params: PathParams
  /** The address, with the origin of SITE_ORIGIN. A page with `revalidate` has no query here. */
  url: URL
  /** Aborts after four seconds, in a prerender after thirty, or, without `revalidate`, when the visitor leaves. */
  signal: AbortSignal
}

/** The head of one address. A field without a value, such as '', null or false, leaves what the route table says. */
export interface LoadedHead extends HeadFields {
  title?: string
  description?: string
}

/** What a page shows. All of it is public: it stands in the page, and at the page's address that ends in .json. */
export interface Loaded<Data> {
  data: Data
  /** In place of what the route table says. */
  head?: LoadedHead
  /** 200 without it. */
  status?: number
}

/** The answer of a loader for an address without a page. */
export class NotFound {
  // Without a property of its own, TypeScript would take every object for one.
  readonly kind = 'notFound'
}
export const notFound = () => new NotFound()

export type RedirectStatus = 301 | 302 | 303 | 307 | 308

/** The answer of a loader that leads elsewhere. */
export class Redirect {
  readonly to: string
  readonly status: RedirectStatus
  constructor(to: string, status: RedirectStatus) {
    this.to = to
    this.status = status
  }
}

/** Leads to a path of this site, or to an origin that `redirects` in server/site/policy.ts names. */
export const redirect = (to: string, status: RedirectStatus = 302) => new Redirect(to, status)

export type LoadResult<Data> = Loaded<Data> | NotFound | Redirect

export interface Loader<Data, PathParams = Params> {
  load(request: LoadRequest<PathParams>): LoadResult<Data> | Promise<LoadResult<Data>>
  /**
   * The addresses of a page whose path has params. A prerender writes them, and checks links against them. A live server asks
   * for them at most once an hour, for its sitemap.
   */
  paths?(): readonly string[] | Promise<readonly string[]>
}

// What follows holds each loader against its route in routes.ts and its component, which components.ts names. With
//
//     job: { path: '/jobs/:slug', …, loader: true }                             a route
//     job: () => import('./pages/job.tsx')                                      the line in components.ts
//     function Job({ data }: { data: { title: string } })                       the component in that file
//
// 'job' is a LoaderId, ParamsOf<'/jobs/:slug'> is { slug: string }, DataOf<'job'> is { title: string }, and Loaders wants
//
//     job: Loader<{ title: string }, { slug: string }>

/** The id of a page with a loader. */
export type LoaderId<RouteTable = typeof routes> = {
  [Id in keyof RouteTable]: RouteTable[Id] extends { loader: true } ? Id : never
}[keyof RouteTable]

/** The params of a path. */
type ParamsOf<Path> = Readonly<
  Record<Path extends `${string}/:${string}` ? ParamParseKey<Path> : never, string>
>

/** The data of the page with this id. */
export type DataOf<Id extends ShowsData<typeof routes, typeof components>> = DataWantedBy<
  (typeof components)[Id]
>

/** The id of a page that shows data: its loader's, or, where its component has `data?` and no loader, an endpoint's alone. */
export type ShowsData<RouteTable, Modules> = {
  [Id in keyof RouteTable & keyof Modules]: RouteTable[Id] extends { loader: true }
    ? Id
    : [DataWantedBy<Modules[Id]>] extends [null]
      ? never
      : Id
}[keyof RouteTable & keyof Modules]

type PropsOf<Module> = Module extends () => Promise<{ default: (props: infer Props) => unknown }>
  ? Props
  : never

/** The type of the `data` that the component of a file is given: null where it wants none. */
export type DataWantedBy<Module> =
  PropsOf<Module> extends { data: infer Data }
    ? Data
    : PropsOf<Module> extends { data?: infer Data }
      ? Exclude<Data, undefined>
      : null

/** What JSON carries of a type. A Date, a Map or a function does not fit into it. */
export type Jsonable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends (...args: never) => unknown
    ? never
    : T extends object
      ? { [Key in keyof T]: Jsonable<T[Key]> }
      : never

/** The loader of a page with this data and path, or what the compiler says of data that cannot be sent. */
export type LoaderOf<Id extends string, Data, Path> = [Data] extends [Jsonable<Data>]
  ? Loader<Data, ParamsOf<Path>>
  : `The data of the page ${Id} has something that JSON does not carry, such as a Date, a Map or a function`

/** A loader for every route of a route table with `loader: true`. */
export type LoadersOf<RouteTable extends Routes, Modules> = {
  // A route that components.ts does not name is told of there.
  readonly [Id in LoaderId<RouteTable> & keyof Modules & string]: LoaderOf<
    Id,
    DataWantedBy<Modules[Id]>,
    RouteTable[Id]['path']
  >
}

export type Loaders = LoadersOf<typeof routes, typeof components>

/** Responds with a page that shows this data, for an endpoint at the path of the page: a form, with what is wrong in it. */
export type SendPage = <Id extends ShowsData<typeof routes, typeof components>>(
  req: Request,
  res: Response,
  id: Id,
  content: Loaded<DataOf<Id>>,
) => Promise<void>

/**
 * Forgets what this process has cached of the page at a path: the page, its data, its failure or its 404. The next visitor
 * gets what is loaded for him. /sitemap.xml has a path, too. The pages of dist/ stay, and so do the caches of other processes.
 */
export type Purge = (path: string) => void

/** Adds endpoints to the application. `sendPage` shows a page in place of its own response, `purge` has one loaded anew. */
export type Endpoints = (app: Express, sendPage: SendPage, purge: Purge) => void

/** What the pages may use beyond the site itself, as server/site/policy.ts has it. */
export interface Allowed {
  /**
   * For the content security policy: { 'form-action': ["'self'"], 'frame-src': ['https://maps.example.com'] }. `false`
   * removes one of the directives that forbid what nothing else forbids.
   */
  sources: { readonly [directive in Directive]?: readonly string[] } & {
    readonly [directive in Removable]?: readonly string[] | false
  }
  /** For Permissions-Policy: { fullscreen: ['self', 'https://video.example.com'] } */
  features: { readonly [feature: string]: readonly string[] }
  /** Other origins to which a loader may redirect: ['https://shop.example.com'] */
  redirects?: readonly string[]
  /** HTML in the head of every page: '<script src="https://stats.example.com/count.js" async></script>' */
  scripts: string
}

type Directive =
  | 'script-src'
  | 'script-src-elem'
  | 'script-src-attr'
  | 'style-src'
  | 'style-src-elem'
  | 'style-src-attr'
  | 'img-src'
  | 'font-src'
  | 'connect-src'
  | 'form-action'
  | 'frame-src'
  | 'child-src'
  | 'worker-src'
  | 'manifest-src'
  | 'media-src'
  | 'object-src'

type Removable = 'require-trusted-types-for' | 'trusted-types'

/**
 * Makes another stylesheet of one, in server/site/styles.ts: CSS, or CSS and the files that it was made of, after whose
 * edits it is made again. Edits in client/, server/ and shared/ are always followed. `file` is an absolute path.
 */
export type TransformStyle = (css: string, file: string) => TransformedStyle | Promise<TransformedStyle>

export type TransformedStyle = string | { css: string; dependencies: readonly string[] }
