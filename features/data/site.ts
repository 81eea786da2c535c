import type { Request, Response } from 'express'
import type { ParamParseKey } from 'react-router'
import type { Params } from '../../shared/route-table.ts'
import type { components } from '../../shared/site/components.ts'
import type { routes } from '../../shared/site/routes.ts'
import type { HeadFields, Routes } from '../../shared/site.ts'

// What a site writes its loaders with, in server/site/loaders.ts, and the fields that this feature adds to the core's types.

declare module '../../shared/site.ts' {
  interface Route {
    /** The page shows data: its loader is in server/site/loaders.ts. */
    readonly loader?: true
    /** In whole seconds: how long a live server shows one load to all, whatever their query. Without it, each request has its own. */
    readonly revalidate?: number
  }
}

declare module '../../server/site.ts' {
  interface EndpointHelpers {
    /** Shows a page in place of the endpoint's own response. */
    sendPage: SendPage
    /** Has a page loaded anew. */
    purge: Purge
  }
  interface Allowed {
    /** Other origins to which a loader may redirect: ['https://shop.example.com'] */
    redirects?: readonly string[]
  }
}

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
export class NotFoundResult {
  // Without a property of its own, TypeScript would take every object for one.
  readonly kind = 'notFound'
}
export const notFound = () => new NotFoundResult()

export type RedirectStatus = 301 | 302 | 303 | 307 | 308

/** The answer of a loader that leads elsewhere. */
export class RedirectResult {
  readonly to: string
  readonly status: RedirectStatus
  constructor(to: string, status: RedirectStatus) {
    this.to = to
    this.status = status
  }
}

/** Leads to a path of this site, or to an origin that `redirects` in server/site/policy.ts names. */
export const redirect = (to: string, status: RedirectStatus = 302) => new RedirectResult(to, status)

export type LoadResult<Data> = Loaded<Data> | NotFoundResult | RedirectResult

export interface Loader<Data, PathParams = Params> {
  load(request: LoadRequest<PathParams>): LoadResult<Data> | Promise<LoadResult<Data>>
  /**
   * The addresses of a page whose path has params. A prerender writes them, and checks links against them. A live server asks
   * for them at most once an hour, for each list of pages, such as sitemap.xml.
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

/** The id of a page with a loader: its route says so, or its component wants data. */
export type LoaderId<RouteTable = typeof routes, Modules = typeof components> = {
  [Id in keyof RouteTable & keyof Modules]: RouteTable[Id] extends { loader: true }
    ? Id
    : PropsOf<Modules[Id]> extends { data: unknown }
      ? Id
      : never
}[keyof RouteTable & keyof Modules]

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
  : `The data of the page ${Id} has something that JSON cannot carry, such as a Date, a Map or a function`

/** A loader for every route of a route table that needs one. */
export type LoadersOf<RouteTable extends Routes, Modules> = {
  // A route that components.ts does not name is told of there.
  readonly [Id in LoaderId<RouteTable, Modules> & string]: {
    data: DataWantedBy<Modules[Id]>
  } extends PropsOf<Modules[Id]>
    ? LoaderOf<Id, DataWantedBy<Modules[Id]>, RouteTable[Id]['path']>
    : `The component of the page ${Id} wants more than its data`
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
 * gets what is loaded for him. A list of pages has a path, too, such as /sitemap.xml. The pages of dist/ stay, and so do the caches of other processes.
 */
export type Purge = (path: string) => void
