import { data } from '../../features/data/client.ts'
import type { NavigationFeature } from '../../joints.ts'

/** What features add in the browser, from the first navigation on. */
export const navigationFeatures: readonly NavigationFeature[] = [
  data, //
]
