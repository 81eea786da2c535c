import type { BuildFeature } from '../../extension-points.ts'
import { lazyParts } from './lazy-parts.ts'

/** Keeps the server's HTML where the script of a `lazy` part can't be fetched. */
export const lazy: BuildFeature = { plugins: { browser: [lazyParts] } }
