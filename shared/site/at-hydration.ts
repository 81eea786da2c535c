import type { HydrationFeature } from '../../extension-points.ts'
import { earlyInput } from '../../features/early-input/client/at-hydration.ts'
import { staticHosts } from '../../features/static-hosts/client/at-hydration.ts'

/** What features add to the script that hydrates a page. */
export const hydrationFeatures: readonly HydrationFeature[] = [
  earlyInput, // Repeats what a visitor does before hydration.
  staticHosts, // Leads from 404.html to the page that another spelling means.
]
