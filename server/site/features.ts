import { data } from '../../features/data/server.ts'
import type { ServerFeature } from '../../joints.ts'

/** What the server has beside its core. */
export const features: readonly ServerFeature[] = [
  data, // Pages that show data: server/site/loaders.ts.
]
