// What build/start.js offers to scripts and tests beside the program: the bundle knows the pages with their pictures.
export { composeApp, composePages, securityOf, tableOf } from './compose.ts'
export { readConfig } from './config.ts'
export { createHttpServer, shutDown } from './http/listen.ts'
export { createLogger } from './logger.ts'
export { start } from './start.ts'
