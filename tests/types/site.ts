// Type checks of the values that a site writes. Nothing here runs; `npm run check` compiles it.

import type { ComponentProps, ReactNode } from 'react'
import { expectTypeOf } from 'vitest'
import type { Allowed } from '../../server/site.ts'
import type {
  BrowserHooks,
  Company,
  CompanyLink,
  ErrorMessages,
  Menu,
  Messages,
  Route,
  Routes,
} from '../../shared/site.ts'
import type { Picture } from '../../shared/ui/picture.tsx'
import type { Prose } from '../../shared/ui/prose.tsx'

// A path begins with a slash.
expectTypeOf<'/jobs/:slug'>().toExtend<Route['path']>()
expectTypeOf<'team'>().not.toExtend<Route['path']>()

// Each option of a page can be written in only one way.
expectTypeOf<Pick<Route, 'prerender'>>().toEqualTypeOf<{ readonly prerender?: false }>()
expectTypeOf<Route['hydrate'] & {}>().toEqualTypeOf<'idle' | 'interaction' | 'never'>()

// A page requires its path and its texts. There are two menus.
type Necessary = 'path' | 'title' | 'description' | 'label'
expectTypeOf<Pick<Route, Necessary>>().toExtend<Route>()
expectTypeOf<Omit<Route, 'path'>>().not.toExtend<Route>()
expectTypeOf<Omit<Route, 'title'>>().not.toExtend<Route>()
expectTypeOf<Omit<Route, 'description'>>().not.toExtend<Route>()
expectTypeOf<Omit<Route, 'label'>>().not.toExtend<Route>()
expectTypeOf<Menu>().toEqualTypeOf<'header' | 'footer'>()

// A route table has a home page, at /.
expectTypeOf<{ home: Route & { path: '/' }; team: Route }>().toExtend<Routes>()
expectTypeOf<{ home: Route & { path: '/start' } }>().not.toExtend<Routes>()
expectTypeOf<{ team: Route }>().not.toExtend<Routes>()

// The policy can add sources for what a page loads, and can remove only the protection of scripts.
type Protects = 'require-trusted-types-for' | 'trusted-types'
type Loads =
  | `${'script' | 'style'}-src${'' | '-elem' | '-attr'}`
  | `${'img' | 'font' | 'connect' | 'frame' | 'child' | 'worker' | 'manifest' | 'media' | 'object'}-src`
  | 'form-action'
expectTypeOf<keyof Allowed['sources']>().toEqualTypeOf<Loads | Protects>()
expectTypeOf<{ 'img-src': false }>().not.toExtend<Allowed['sources']>()
expectTypeOf<{ 'trusted-types': false }>().toExtend<Allowed['sources']>()

// Every message of the layout and its error pages is required.
expectTypeOf<Messages>().toEqualTypeOf<Required<Messages>>()
expectTypeOf<Messages['navigation']>().toEqualTypeOf<Record<'header' | 'mobile' | 'footer', string>>()
expectTypeOf<ErrorMessages>().toEqualTypeOf<Record<'label' | 'description' | 'link', string>>()

// A company requires every field except those that not every company has.
type Words = 'name' | 'tagline' | 'description' | 'email' | 'origin' | 'lang' | 'mark'
type Optional = 'locale' | 'legalName' | 'address' | 'phone' | 'members' | 'links'
expectTypeOf<Omit<Company, Optional>>().toEqualTypeOf<Record<Words, string>>()
expectTypeOf<Record<Words, string>>().toExtend<Company>()
expectTypeOf<Company['members']>().toEqualTypeOf<CompanyLink | undefined>()
expectTypeOf<Pick<CompanyLink, 'path' | 'label'>>().toEqualTypeOf<Record<'path' | 'label', string>>()

// A picture requires an alt, and a page a title.
expectTypeOf<Pick<ComponentProps<typeof Picture>, 'alt'>>().toEqualTypeOf<{ alt: string }>()
expectTypeOf<Pick<ComponentProps<typeof Prose>, 'title' | 'children'>>().toEqualTypeOf<{
  title: string
  children: ReactNode
}>()

// Both functions of browser.ts are optional.
expectTypeOf<BrowserHooks>().toEqualTypeOf<Partial<BrowserHooks>>()
