import { earlyInput } from '../../features/early-input/client/at-start.ts'
import type { StartFeature } from '../../joints.ts'

/** What features add to the small script at the top of each hydrated page. */
export const startFeatures: readonly StartFeature[] = [
  earlyInput, //
]
