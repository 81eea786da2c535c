// Type checks of the values that a site writes. Nothing here runs; `npm run check` compiles it.

import { expectTypeOf } from 'vitest'
import type { Allowed } from '../../server/site.ts'
import type { Route, Routes } from '../../shared/site.ts'

// A path begins with a slash.
expectTypeOf<'/jobs/:slug'>().toExtend<Route['path']>()
expectTypeOf<'team'>().not.toExtend<Route['path']>()

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
