import { earlyInput } from '../../features/early-input/client/at-start.ts'
import type { StartFeature } from '../../joints.ts'

/** What the small script at the top of each hydrated page has beside its core. */
export const startFeatures: readonly StartFeature[] = [
  earlyInput, //
]
