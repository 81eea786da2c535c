// The type of `redirectFrom`. Nothing here runs: `npm run check` compiles it.

import { expectTypeOf } from 'vitest'
import type { Route } from '../../../shared/site.ts'

// Any string compiles, because the build explains what's wrong with an old path in one sentence.
expectTypeOf<Route['redirectFrom'] & {}>().toEqualTypeOf<readonly string[]>()
