import type { HydrationFeature } from '../../extension-points.ts'
import { earlyInput } from '../../features/early-input/client/at-hydration.ts'
import { staticHosts } from '../../features/static-hosts/client/at-hydration.ts'

/** The features that run before and after hydration. */
export const hydrationFeatures: readonly HydrationFeature[] = [
  earlyInput, // Repeats what a visitor does before hydration.
  staticHosts, // Leads from 404.html to the page that another spelling means.
]
