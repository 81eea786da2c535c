// What several tests take from the inside of the engine: where a file moves, this is the one edit.

export { HOST_FILES, htmlFile, PRERENDERED_FILE } from '../../server/built-files.ts'
export { addressError, originWarning, readConfig, urlOf } from '../../server/config.ts'
export { ClientLeft, Overloaded, UserError } from '../../server/errors.ts'
export { cacheControl, NOT_STORED } from '../../server/http/responses.ts'
export { createLogger, type Logger, serializers } from '../../server/logger.ts'
export { generatedFiles } from '../../server/metadata/generated-files.ts'
export type { AnyLoader } from '../../server/render/page-loader.ts'
export { createCache, type LoadedResponses } from '../../server/serve/cache.ts'
export { createCounts } from '../../server/summary.ts'
export { ENGINE_VERSION } from '../../server/version.ts'
export { DATA_ELEMENT_ID, type PageData, type ShownPage } from '../../shared/page.tsx'
export { headOf, type PageHead } from '../../shared/page-head.ts'
export { dataPathOf, NOT_FOUND_PATH } from '../../shared/paths.ts'
export {
  companyIn,
  createRouteTable,
  hasParams,
  type Language,
  languageOf,
  type ResolvedRoute,
  type RouteTable,
} from '../../shared/route-table.ts'
