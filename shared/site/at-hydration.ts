import { earlyInput } from '../../features/early-input/client/at-hydration.ts'
import type { HydrationFeature } from '../../joints.ts'

/** What features add to the script that hydrates a page. */
export const hydrationFeatures: readonly HydrationFeature[] = [
  earlyInput, // Repeats what a visitor does before hydration.
]
