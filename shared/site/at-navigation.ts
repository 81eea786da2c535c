import type { NavigationFeature } from '../../extension-points.ts'
import { data } from '../../features/data/client.ts'

/** The feature that loads dynamic pages in the browser. Only the first one is called. */
export const navigationFeatures: readonly NavigationFeature[] = [
  data, // Pages that show data.
]
