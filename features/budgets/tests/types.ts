// What the compiler says of budgets. Nothing here runs: `npm run check` compiles it.

import { expectTypeOf } from 'vitest'
import type { Route } from '../../../shared/site.ts'
import type { Budgets } from '../site.ts'

// Every budget is required. A route has those of what is its page's own.
expectTypeOf<Budgets>().toEqualTypeOf<Record<'html' | 'common' | 'script', number>>()
expectTypeOf<Required<NonNullable<Route['budget']>>>().toEqualTypeOf<Readonly<Omit<Budgets, 'common'>>>()
