// What the compiler says of the values that an owner writes: `npm run check`, which is a part of `npm test`, fails where one of
// these does not hold. Nothing is compared when the tests run. system/loader-types.test.ts has its messages.

import type { ComponentProps, ReactNode } from 'react'
import { expectTypeOf, test } from 'vitest'
import type { Allowed } from '../../server/http/policy.ts'
import type { SendPage } from '../../server/pages/data-pages.ts'
import type { DataWantedBy, Jsonable, Loader, LoaderOf, RedirectStatus } from '../../server/pages/loader.ts'
import type {
  Budgets,
  Company,
  Components,
  ErrorWords,
  Labels,
  Link,
  Menu,
  Page,
  Pages,
} from '../../shared/owner.ts'
import type { Picture } from '../../shared/ui/picture.tsx'
import type { Prose } from '../../shared/ui/prose.tsx'

/** Loads the file of a component that is given these props. */
type Module<Props extends object[]> = () => Promise<{ default: (...props: Props) => null }>

type Former<Path extends string> = { former: readonly Path[] }

test('a former path begins with a slash and is in lower case', () => {
  expectTypeOf<Former<'/team'>>().toExtend<Pick<Page, 'former'>>()
  expectTypeOf<Former<'/Team'>>().not.toExtend<Pick<Page, 'former'>>()
  expectTypeOf<Former<'team'>>().not.toExtend<Pick<Page, 'former'>>()
})

test('a path begins with a slash', () => {
  expectTypeOf<'/jobs/:slug'>().toExtend<Page['path']>()
  expectTypeOf<'team'>().not.toExtend<Page['path']>()
})

test('what a page may have is switched on or off in one way', () => {
  expectTypeOf<Pick<Page, 'loader' | 'prerender' | 'script'>>().toEqualTypeOf<{
    readonly loader?: true
    readonly prerender?: false
    readonly script?: false
  }>()
})

test('a page says its path, its words and its menus, of which there are two', () => {
  type Required = 'path' | 'title' | 'description' | 'label' | 'menus'
  expectTypeOf<Pick<Page, Required>>().toExtend<Page>()
  expectTypeOf<Omit<Page, 'path'>>().not.toExtend<Page>()
  expectTypeOf<Omit<Page, 'title'>>().not.toExtend<Page>()
  expectTypeOf<Omit<Page, 'description'>>().not.toExtend<Page>()
  expectTypeOf<Omit<Page, 'label'>>().not.toExtend<Page>()
  expectTypeOf<Omit<Page, 'menus'>>().not.toExtend<Page>()
  expectTypeOf<Menu>().toEqualTypeOf<'header' | 'footer'>()
})

test('a page table has a home page', () => {
  expectTypeOf<{ home: Page; team: Page }>().toExtend<Pages>()
  expectTypeOf<{ team: Page }>().not.toExtend<Pages>()
})

test('the data of a loader is what JSON carries', () => {
  interface Data {
    name: string
    level?: number
    parts: readonly (Data | null)[]
    isOpen: boolean
  }
  expectTypeOf<Data>().toExtend<Jsonable<Data>>()
})

test('the data of a loader has no function, Date, Map, BigInt or symbol in it', () => {
  interface Data {
    of: () => number
    some?: () => number
    day: Date
    all: Map<string, string>
    size: bigint
    mark: symbol
    list: (() => number)[]
  }
  expectTypeOf<Data['of']>().not.toExtend<Jsonable<Data>['of']>()
  expectTypeOf<Data['some']>().not.toExtend<Jsonable<Data>['some']>()
  expectTypeOf<Data['day']>().not.toExtend<Jsonable<Data>['day']>()
  expectTypeOf<Data['all']>().not.toExtend<Jsonable<Data>['all']>()
  expectTypeOf<Data['size']>().not.toExtend<Jsonable<Data>['size']>()
  expectTypeOf<Data['mark']>().not.toExtend<Jsonable<Data>['mark']>()
  expectTypeOf<Data['list']>().not.toExtend<Jsonable<Data>['list']>()
})

test('a loader gives the data that the component wants, and null to one that wants none', () => {
  expectTypeOf<DataWantedBy<Module<[{ data: string[] }]>>>().toEqualTypeOf<string[]>()
  expectTypeOf<DataWantedBy<Module<[object]>>>().toEqualTypeOf<null>()
})

test('a loader knows the parts of the path by their names', () => {
  type Parts = Readonly<Record<'slug' | 'city', string>>
  expectTypeOf<LoaderOf<'job', string, '/jobs/:slug/:city'>>().toEqualTypeOf<Loader<string, Parts>>()
  expectTypeOf<LoaderOf<'team', string | null, '/team'>>().toEqualTypeOf<
    Loader<string | null, Readonly<Record<never, string>>>
  >()
})

test('the place of a loader whose data cannot be sent wants a sentence, which the compiler shows', () => {
  expectTypeOf<
    LoaderOf<'team', { day: Date }, '/team'>
  >().toEqualTypeOf<'The data of the page team has something that JSON does not carry, such as a Date, a Map or a function'>()
})

test('an endpoint that sends a page may give it a status, and a title or a description of its own', () => {
  type Content = Parameters<SendPage>[3]
  expectTypeOf<Omit<Content, 'data'>>().toEqualTypeOf<{
    status?: number
    head?: { title?: string; description?: string }
  }>()
})

test('a loader redirects with the five statuses that browsers follow', () => {
  expectTypeOf<RedirectStatus>().toEqualTypeOf<301 | 302 | 303 | 307 | 308>()
})

test('a component wants data in a row with a loader alone', () => {
  type Table = { home: Page; jobs: Page & { loader: true } }
  type WithData = Module<[{ data: string }]>
  expectTypeOf<{ home: Module<[]>; jobs: WithData }>().toExtend<Components<Table>>()
  expectTypeOf<{ home: WithData; jobs: WithData }>().not.toExtend<Components<Table>>()
  expectTypeOf<{ home: Module<[]>; jobs: Module<[{ data: string; size: number }]> }>().not.toExtend<
    Components<Table>
  >()
  expectTypeOf<{ home: Module<[]> }>().not.toExtend<Components<Table>>()
})

test('the policy allows sources for what a page may load, and removes what protects scripts alone', () => {
  type Protects = 'require-trusted-types-for' | 'trusted-types'
  type Loads =
    | `${'script' | 'style'}-src${'' | '-elem' | '-attr'}`
    | `${'img' | 'font' | 'connect' | 'frame' | 'child' | 'worker' | 'manifest' | 'media' | 'object'}-src`
    | 'form-action'
  expectTypeOf<keyof Allowed['sources']>().toEqualTypeOf<Loads | Protects>()
  expectTypeOf<{ 'img-src': false }>().not.toExtend<Allowed['sources']>()
  expectTypeOf<{ 'trusted-types': false }>().toExtend<Allowed['sources']>()
})

test('every word of the layout and of its error pages is required, and every budget', () => {
  expectTypeOf<Labels>().toEqualTypeOf<Required<Labels>>()
  expectTypeOf<Labels['navigation']>().toEqualTypeOf<Record<'header' | 'mobile' | 'footer', string>>()
  expectTypeOf<ErrorWords>().toEqualTypeOf<Record<'label' | 'description' | 'link', string>>()
  expectTypeOf<Budgets>().toEqualTypeOf<Record<'html' | 'common' | 'script', number>>()
})

test('a company says all of itself, but for a link to an application', () => {
  type Words = 'name' | 'tagline' | 'description' | 'email' | 'origin' | 'lang' | 'mark'
  expectTypeOf<Omit<Company, 'members'>>().toEqualTypeOf<Record<Words, string>>()
  expectTypeOf<Company['members']>().toEqualTypeOf<Link | undefined>()
  expectTypeOf<Pick<Link, 'path' | 'label'>>().toEqualTypeOf<Record<'path' | 'label', string>>()
})

test('a picture says what it shows, and a page its title', () => {
  expectTypeOf<Pick<ComponentProps<typeof Picture>, 'alt'>>().toEqualTypeOf<{ alt: string }>()
  expectTypeOf<Pick<ComponentProps<typeof Prose>, 'title' | 'children'>>().toEqualTypeOf<{
    title: string
    children: ReactNode
  }>()
})
