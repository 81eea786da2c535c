// What the compiler rejects in the routes of a site with this feature.
import { expectTypeOf } from 'vitest'
import type { Route, Routes } from '../../../shared/site.ts'

// A field of an earlier version is rejected, and the message says what replaces it.
type OldRoute = Omit<Route, 'script'> & { readonly script: false }
expectTypeOf<{ home: Route & { path: '/' }; team: Omit<OldRoute, 'script'> }>().toExtend<Routes>()
expectTypeOf<{ home: Route & { path: '/' }; team: OldRoute }>().not.toExtend<Routes>()
expectTypeOf<Route['script'] & {}>().toEqualTypeOf<"`script: false` is now `hydrate: 'never'`">()
