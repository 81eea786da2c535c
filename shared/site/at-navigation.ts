import type { NavigationFeature } from '../../extension-points.ts'
import { data } from '../../features/data/client.ts'

/** What features add in the browser, from the first navigation on. */
export const navigationFeatures: readonly NavigationFeature[] = [
  data, //
]
