// Type checks: a page's route, component and loader must fit together. Nothing here runs; `npm run check` compiles it.

import type { Request, Response } from 'express'
import { expectTypeOf } from 'vitest'
import type { Components, Route } from '../../../shared/site.ts'
import type {
  DataOf,
  DataWantedBy,
  Jsonable,
  Loaded,
  LoadedHead,
  Loader,
  LoaderId,
  LoaderOf,
  LoadersOf,
  LoadResult,
  NotFoundResult,
  RedirectResult,
  RedirectStatus,
  SendPage,
  ShowsData,
} from '../site.ts'

/** Loads the file of a component with these props. */
type Module<Props extends object[]> = () => Promise<{ default: (...props: Props) => null }>

interface Job {
  title: string
  hours: number
}
type RouteWithLoader<Path> = Route & { path: Path; loader: true }
type RouteTable = {
  home: Route & { path: '/' }
  job: RouteWithLoader<'/jobs/:slug/:city'>
  team: RouteWithLoader<'/team'>
}
type Modules = { home: Module<[]>; job: Module<[{ data: Job }]>; team: Module<[]> }

// Only a route with `loader: true` has a loader. Its type has the data that the component takes, or null, and the params of
// the path by name.
expectTypeOf<LoadersOf<RouteTable, Modules>>().toEqualTypeOf<{
  readonly job: Loader<Job, Readonly<Record<'slug' | 'city', string>>>
  readonly team: Loader<null, Readonly<Record<never, string>>>
}>()

// Each route has a component.
expectTypeOf<Modules>().toExtend<Components<RouteTable>>()
expectTypeOf<Omit<Modules, 'team'>>().not.toExtend<Components<RouteTable>>()

// A page whose component takes data needs a loader, whatever its route says. The component gets no other props.
type WithWish<Props extends object> = Omit<Modules, 'home'> & { home: Module<[Props]> }
expectTypeOf<LoadersOf<RouteTable, WithWish<{ data: Job }>>['home']>().toEqualTypeOf<
  Loader<Job, Readonly<Record<never, string>>>
>()
expectTypeOf<
  LoadersOf<RouteTable, WithWish<{ data: Job; size: number }>>['home']
>().toEqualTypeOf<'The component of the page home requires a prop besides data'>()

// A route without a component is an error only in components.ts.
type WithoutTeam = Omit<Modules, 'team'>
expectTypeOf<LoadersOf<RouteTable, WithoutTeam>>().toEqualTypeOf<
  Pick<LoadersOf<RouteTable, Modules>, 'job'>
>()
expectTypeOf<ShowsData<RouteTable, WithoutTeam>>().toEqualTypeOf<'job'>()

// A loader returns its data, or a promise of it, optionally with a head and a status; or notFound(), or redirect().
expectTypeOf<() => Loaded<Job> | NotFoundResult | RedirectResult>().toExtend<Loader<Job>['load']>()
expectTypeOf<() => Promise<{ data: Job; head: { title: string }; status: 422 }>>().toExtend<
  Loader<Job>['load']
>()
expectTypeOf<{ data: Job }>().toExtend<LoadResult<Job>>()
expectTypeOf<Job>().not.toExtend<LoadResult<Job>>()
expectTypeOf<{ data: Pick<Job, 'title'> }>().not.toExtend<LoadResult<Job>>()
expectTypeOf<{ data: Record<keyof Job, string> }>().not.toExtend<LoadResult<Job>>()

// A loader's data is what JSON can represent.
interface Sent {
  name: string
  level?: number
  kind: 'long' | 'short'
  parts: readonly (Sent | null)[]
  routes: [string, number][][]
  byName: Readonly<Record<string, number>>
  isOpen: boolean
}
expectTypeOf<Sent>().toExtend<Jsonable<Sent>>()
expectTypeOf<number>().toExtend<Jsonable<number>>()

// A loader's data contains no function, Date or BigInt.
interface Unsent {
  of: () => number
  some?: () => number
  day: Date
  size: bigint
  list: (() => number)[]
}
expectTypeOf<Unsent['of']>().not.toExtend<Jsonable<Unsent>['of']>()
expectTypeOf<Unsent['some']>().not.toExtend<Jsonable<Unsent>['some']>()
expectTypeOf<Unsent['day']>().not.toExtend<Jsonable<Unsent>['day']>()
expectTypeOf<Unsent['size']>().not.toExtend<Jsonable<Unsent>['size']>()
expectTypeOf<Unsent['list']>().not.toExtend<Jsonable<Unsent>['list']>()

// If a loader's data can't be sent, its type is a sentence, which the compiler shows.
expectTypeOf<
  LoaderOf<'team', { day: Date }, '/team'>
>().toEqualTypeOf<"The data of the page team contains something that JSON can't represent, such as a Date, a Map or a function">()

// An endpoint can send the page of a route with a loader, and only with the data that its component takes.
export function answerWith<Id extends LoaderId>(
  sendPage: SendPage,
  id: Id,
  data: DataOf<Id>,
  other: unknown,
) {
  return (req: Request, res: Response) => {
    sendPage(req, res, id, { data })
    // @ts-expect-error
    sendPage(req, res, other, { data })
    // @ts-expect-error
    sendPage(req, res, id, { data: other })
  }
}

// It can also send a page without a loader whose component takes optional data, but no page whose component takes none.
type WithForm = { home: Route & { path: '/' }; job: RouteWithLoader<'/jobs'>; form: Route }
type FormModules = { home: Module<[]>; job: Module<[{ data: Job }]>; form: Module<[{ data?: Job }]> }
expectTypeOf<ShowsData<WithForm, FormModules>>().toEqualTypeOf<'job' | 'form'>()
expectTypeOf<FormModules>().toExtend<Components<WithForm>>()
expectTypeOf<DataWantedBy<FormModules['form']>>().toEqualTypeOf<Job>()

// An endpoint that sends a page may set its status and its own head.
type Content = Parameters<SendPage>[3]
expectTypeOf<Omit<Content, 'data'>>().toEqualTypeOf<{
  status?: number
  head?: LoadedHead
}>()

// A loader can redirect with the five statuses that browsers follow.
expectTypeOf<RedirectStatus>().toEqualTypeOf<301 | 302 | 303 | 307 | 308>()

// A page has a loader or it doesn't.
expectTypeOf<Pick<Route, 'loader'>>().toEqualTypeOf<{ readonly loader?: true }>()
