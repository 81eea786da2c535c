import type { StartFeature } from '../../extension-points.ts'
import { earlyInput } from '../../features/early-input/client/at-start.ts'

/** What features add to the small script at the top of each hydrated page. */
export const startFeatures: readonly StartFeature[] = [
  earlyInput, //
]
