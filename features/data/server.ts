import type { ServerFeature } from '../../extension-points.ts'
import { loaders } from '../../server/site/loaders.ts'
import { prerenderData } from './prerender.ts'
import { serveData } from './serve.ts'

export const data: ServerFeature = {
  serve: core => serveData(core, loaders),
  prerender: core => prerenderData(core, loaders),
}
