import type { Request, Response } from 'express'
import type { ParamParseKey } from 'react-router'
import type { Params } from '../../shared/route-table.ts'
import type { components } from '../../shared/site/components.ts'
import type { routes } from '../../shared/site/routes.ts'
import type { HeadFields, Routes } from '../../shared/site.ts'

// A site needs these types and functions in server/site/loaders.ts. This feature also adds fields to the core's types.

declare module '../../shared/site.ts' {
  interface Route {
    /** The page shows data: its loader is in server/site/loaders.ts. */
    readonly loader?: true
    /** How many whole seconds a live server shows one load to everybody, whatever the query. Without it, each request loads. */
    readonly revalidate?: number
  }
}

declare module '../../server/site.ts' {
  interface EndpointHelpers {
    /** Sends a page as the endpoint's response. */
    sendPage: SendPage
    /** Deletes a page from the cache, so that the next request loads it again. */
    purge: Purge
  }
  interface Allowed {
    /** Other origins to which a loader may redirect: ['https://shop.example.com'] */
    redirects?: readonly string[]
  }
}

/** The request, as a loader sees it: without headers and cookies, because a page's data is the same for every visitor. */
export interface LoadRequest<PathParams = Params> {
  /** The values of the params in the path: for /jobs/:slug the `slug`, such as mason. */
  params: PathParams
  /** The page's URL, with the origin of SITE_ORIGIN. If the page has `revalidate`, the URL has no query. */
  url: URL
  /** Aborts after four seconds, or after thirty in a prerender. If the page has no `revalidate`, also when the visitor leaves. */
  signal: AbortSignal
}

/** The head of one page. If a field has no value, such as '', null or false, the page keeps its route's. */
export interface LoadedHead extends HeadFields {
  title?: string
  description?: string
}

/** A page's content. All of it is public: it's in the HTML, and at the page's address with .json at its end. */
export interface Loaded<Data> {
  data: Data
  /** Fields that replace those of the route. */
  head?: LoadedHead
  /** The response's status. The default is 200. */
  status?: number
}

/** A loader's result for an address without a page. */
export class NotFoundResult {
  // Without a property, TypeScript would accept every object as a NotFoundResult.
  readonly kind = 'notFound'
}
export const notFound = () => new NotFoundResult()

export type RedirectStatus = 301 | 302 | 303 | 307 | 308

/** The result of a loader that redirects. */
export class RedirectResult {
  readonly to: string
  readonly status: RedirectStatus
  constructor(to: string, status: RedirectStatus) {
    this.to = to
    this.status = status
  }
}

/** Redirects to a path of this site, or to a URL of an origin that `redirects` in server/site/policy.ts lists. */
export const redirect = (to: string, status: RedirectStatus = 302) => new RedirectResult(to, status)

export type LoadResult<Data> = Loaded<Data> | NotFoundResult | RedirectResult

export interface Loader<Data, PathParams = Params> {
  load(request: LoadRequest<PathParams>): LoadResult<Data> | Promise<LoadResult<Data>>
  /**
   * The paths of the pages, if the route's path has params. A prerender writes these pages, and checks links against them. A live
   * server calls this at most once an hour for each list of pages, such as sitemap.xml.
   */
  paths?(): readonly string[] | Promise<readonly string[]>
}

// The types below check each loader against its route in routes.ts and its component in components.ts. With
//
//     job: { path: '/jobs/:slug', …, loader: true }                             a route
//     job: () => import('./pages/job.tsx')                                      the line in components.ts
//     function Job({ data }: { data: { title: string } })                       the component in that file
//
// 'job' is a LoaderId, ParamsOf<'/jobs/:slug'> is { slug: string }, DataOf<'job'> is { title: string }, and Loaders wants
//
//     job: Loader<{ title: string }, { slug: string }>

/** The id of a page that needs a loader: its route has `loader: true`, or its component requires `data`. */
export type LoaderId<RouteTable = typeof routes, Modules = typeof components> = {
  [Id in keyof RouteTable & keyof Modules]: RouteTable[Id] extends { loader: true }
    ? Id
    : PropsOf<Modules[Id]> extends { data: unknown }
      ? Id
      : never
}[keyof RouteTable & keyof Modules]

/** A path's params. */
type ParamsOf<Path> = Readonly<
  Record<Path extends `${string}/:${string}` ? ParamParseKey<Path> : never, string>
>

/** The data of the page with this id. */
export type DataOf<Id extends ShowsData<typeof routes, typeof components>> = DataWantedBy<
  (typeof components)[Id]
>

/** The id of a page that shows data. A page without a loader shows data only from an endpoint, so its component has `data?`. */
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

/** The type of `data`, a prop of a module's component. Null if it has none. */
export type DataWantedBy<Module> =
  PropsOf<Module> extends { data: infer Data }
    ? Data
    : PropsOf<Module> extends { data?: infer Data }
      ? Exclude<Data, undefined>
      : null

/** The part of a type that JSON can represent. A Date, a Map or a function isn't assignable to it. */
export type Jsonable<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends (...args: never) => unknown
    ? never
    : T extends object
      ? { [Key in keyof T]: Jsonable<T[Key]> }
      : never

/** The type of the loader for a page with this data and path, or a message to the author if JSON can't represent the data. */
export type LoaderOf<Id extends string, Data, Path> = [Data] extends [Jsonable<Data>]
  ? Loader<Data, ParamsOf<Path>>
  : `The data of the page ${Id} contains something that JSON can't represent, such as a Date, a Map or a function`

/** A loader for every route of a route table that needs one. */
export type LoadersOf<RouteTable extends Routes, Modules> = {
  // If components.ts lacks a route, the compiler reports it there.
  readonly [Id in LoaderId<RouteTable, Modules> & string]: {
    data: DataWantedBy<Modules[Id]>
  } extends PropsOf<Modules[Id]>
    ? LoaderOf<Id, DataWantedBy<Modules[Id]>, RouteTable[Id]['path']>
    : `The component of the page ${Id} requires a prop besides data`
}

export type Loaders = LoadersOf<typeof routes, typeof components>

/** Sends a page that shows this data from an endpoint at the page's path: for example a form, with its mistakes. */
export type SendPage = <Id extends ShowsData<typeof routes, typeof components>>(
  req: Request,
  res: Response,
  id: Id,
  content: Loaded<DataOf<Id>>,
) => Promise<void>

/**
 * Deletes the page at a path from this process's cache, with its data, its failure or its 404. The next visitor waits for a new
 * load. The path may also be a list of pages, such as /sitemap.xml. Pages in dist/ stay, and so do the caches of other processes.
 */
export type Purge = (path: string) => void
