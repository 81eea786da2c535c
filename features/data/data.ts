import type { ServerFeature } from '../../extension-points.ts'
import type { AnyLoaders } from './load-data.ts'
import { prerenderData } from './prerender.ts'
import { serveData } from './serve.ts'

/** Serves and prerenders the pages of these loaders. */
export const createData = (loaders: AnyLoaders): ServerFeature => ({
  serve: core => serveData(core, loaders),
  prerender: core => prerenderData(core, loaders),
})
