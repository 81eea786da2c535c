// What the compiler says of the values that an owner writes. Nothing here runs: `npm run check` compiles it.

import type { ComponentProps, ReactNode } from 'react'
import { expectTypeOf } from 'vitest'
import type { Allowed } from '../../server/owner.ts'
import type {
  Browser,
  Budgets,
  Company,
  CompanyLink,
  ErrorWords,
  Labels,
  Menu,
  Page,
  Pages,
} from '../../shared/owner.ts'
import type { Picture } from '../../shared/ui/picture.tsx'
import type { Prose } from '../../shared/ui/prose.tsx'

// The build says of a former path what is wrong with it, in one sentence.
expectTypeOf<Page['former'] & {}>().toEqualTypeOf<readonly string[]>()

// A path begins with a slash.
expectTypeOf<'/jobs/:slug'>().toExtend<Page['path']>()
expectTypeOf<'team'>().not.toExtend<Page['path']>()

// What a page may have is switched on or off in one way.
expectTypeOf<Pick<Page, 'loader' | 'prerender'>>().toEqualTypeOf<{
  readonly loader?: true
  readonly prerender?: false
}>()
expectTypeOf<Page['hydrate'] & {}>().toEqualTypeOf<'idle' | 'interaction' | 'never'>()

// A field of an earlier version is refused, and the message names the field that replaces it.
expectTypeOf<{ home: Page & { path: '/' }; team: Page & { script: false } }>().not.toExtend<Pages>()
expectTypeOf<Pages[string]['script'] & {}>().toEqualTypeOf<"`script: false` is now `hydrate: 'never'`">()

// A page says its path and its words. There are two menus.
type Necessary = 'path' | 'title' | 'description' | 'label'
expectTypeOf<Pick<Page, Necessary>>().toExtend<Page>()
expectTypeOf<Omit<Page, 'path'>>().not.toExtend<Page>()
expectTypeOf<Omit<Page, 'title'>>().not.toExtend<Page>()
expectTypeOf<Omit<Page, 'description'>>().not.toExtend<Page>()
expectTypeOf<Omit<Page, 'label'>>().not.toExtend<Page>()
expectTypeOf<Menu>().toEqualTypeOf<'header' | 'footer'>()

// A page table has a home page, at /.
expectTypeOf<{ home: Page & { path: '/' }; team: Page }>().toExtend<Pages>()
expectTypeOf<{ home: Page & { path: '/start' } }>().not.toExtend<Pages>()
expectTypeOf<{ team: Page }>().not.toExtend<Pages>()

// The policy allows sources for what a page may load, and removes what protects scripts alone.
type Protects = 'require-trusted-types-for' | 'trusted-types'
type Loads =
  | `${'script' | 'style'}-src${'' | '-elem' | '-attr'}`
  | `${'img' | 'font' | 'connect' | 'frame' | 'child' | 'worker' | 'manifest' | 'media' | 'object'}-src`
  | 'form-action'
expectTypeOf<keyof Allowed['sources']>().toEqualTypeOf<Loads | Protects>()
expectTypeOf<{ 'img-src': false }>().not.toExtend<Allowed['sources']>()
expectTypeOf<{ 'trusted-types': false }>().toExtend<Allowed['sources']>()

// Every word of the layout and of its error pages is required, and every budget.
expectTypeOf<Labels>().toEqualTypeOf<Required<Labels>>()
expectTypeOf<Labels['navigation']>().toEqualTypeOf<Record<'header' | 'mobile' | 'footer', string>>()
expectTypeOf<ErrorWords>().toEqualTypeOf<Record<'label' | 'description' | 'link', string>>()
expectTypeOf<Budgets>().toEqualTypeOf<Record<'html' | 'common' | 'script', number>>()

// A company says all of itself, but for what not every company has.
type Words = 'name' | 'tagline' | 'description' | 'email' | 'origin' | 'lang' | 'mark'
type Optional = 'locale' | 'legalName' | 'address' | 'phone' | 'members' | 'links'
expectTypeOf<Omit<Company, Optional>>().toEqualTypeOf<Record<Words, string>>()
expectTypeOf<Record<Words, string>>().toExtend<Company>()
expectTypeOf<Company['members']>().toEqualTypeOf<CompanyLink | undefined>()
expectTypeOf<Pick<CompanyLink, 'path' | 'label'>>().toEqualTypeOf<Record<'path' | 'label', string>>()

// A picture says what it shows, and a page its title.
expectTypeOf<Pick<ComponentProps<typeof Picture>, 'alt'>>().toEqualTypeOf<{ alt: string }>()
expectTypeOf<Pick<ComponentProps<typeof Prose>, 'title' | 'children'>>().toEqualTypeOf<{
  title: string
  children: ReactNode
}>()

// A row has a budget of what is its page's own, and both functions of browser.ts are optional.
expectTypeOf<Required<NonNullable<Page['budget']>>>().toEqualTypeOf<Readonly<Omit<Budgets, 'common'>>>()
expectTypeOf<Browser>().toEqualTypeOf<Partial<Browser>>()
