import type { StartFeature } from '../../extension-points.ts'
import { earlyInput } from '../../features/early-input/client/at-start.ts'

/** The features in the small script at the top of each hydrated page. */
export const startFeatures: readonly StartFeature[] = [
  earlyInput, // Collects what a visitor presses before hydration.
]
