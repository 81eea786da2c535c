// What the compiler says of the field of this feature. Nothing here runs: `npm run check` compiles it.

import { expectTypeOf } from 'vitest'
import type { Route } from '../../../shared/site.ts'

// The build says of an old path what is wrong with it, in one sentence.
expectTypeOf<Route['redirectFrom'] & {}>().toEqualTypeOf<readonly string[]>()
