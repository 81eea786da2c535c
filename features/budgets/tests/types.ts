// The types of budgets. Nothing here runs: `npm run check` compiles it.

import { expectTypeOf } from 'vitest'
import type { Route } from '../../../shared/site.ts'
import type { Budgets } from '../site.ts'

// A site sets any budgets it wants, for all pages or per route.
expectTypeOf<Budgets>().toEqualTypeOf<Partial<Record<'html' | 'script', number>>>()
expectTypeOf<Route['budget']>().toEqualTypeOf<Readonly<Budgets> | undefined>()
