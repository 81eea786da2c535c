import { data } from '../../features/data/client.ts'
import type { NavigationFeature } from '../../joints.ts'

/** What the browser has beside its core from the first navigation on. */
export const navigationFeatures: readonly NavigationFeature[] = [
  data, //
]
