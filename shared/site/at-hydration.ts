import { earlyInput } from '../../features/early-input/client/at-hydration.ts'
import type { HydrationFeature } from '../../joints.ts'

/** What the script that hydrates a page has beside its core. */
export const hydrationFeatures: readonly HydrationFeature[] = [
  earlyInput, // Repeats what a visitor does before hydration.
]
