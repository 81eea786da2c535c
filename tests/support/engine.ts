// The engine's internals that several tests use: if a file moves, only this file changes.

export { htmlFile, PRERENDERED_FILE } from '../../server/lib/built-files.ts'
export { addressError, originWarning, readConfig, urlOf } from '../../server/lib/config.ts'
export { ClientLeft, UserError } from '../../server/lib/errors.ts'
export { createLogger, type Logger, serializers } from '../../server/lib/logger.ts'
export { cacheControl, NOT_STORED } from '../../server/respond/responses.ts'
export { ENGINE_VERSION } from '../../server/version.ts'
export { companyIn, type Language, languageOf } from '../../shared/language.ts'
export { DATA_ELEMENT_ID, type PageData, type ShownPage } from '../../shared/page.tsx'
export { headOf, type PageHead } from '../../shared/page-head.ts'
export { NOT_FOUND_PATH } from '../../shared/paths.ts'
export { createRouteTable, hasParams, type ResolvedRoute, type RouteTable } from '../../shared/route-table.ts'
