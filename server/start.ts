import { once } from 'node:events'
import { join } from 'node:path'
import { readAssets } from './assets.ts'
import { addressError, originWarning, readConfig, urlOf } from './config.ts'
import { describeError, readableStack, UserError } from './errors.ts'
import { createHttpServer, shutDown } from './listen.ts'
import { createLogger, logSummary, toStderr } from './log.ts'
import { createSite } from './site.ts'

// For scripts and tests: the bundle knows the pages with their pictures.
export { readConfig } from './config.ts'
export { createHttpServer, shutDown } from './listen.ts'
export { createLogger } from './log.ts'
export { createRenderer } from './render.tsx'
export { createSite } from './site.ts'
export { createSitePages } from './site-pages.tsx'

/** The process of a build: reads the configuration, listens, handles signals. */
export async function start(): Promise<void> {
  try {
    const config = readConfig(process.env)
    const { port, host, origin, serve, release, keepAliveTimeout, logInterval } = config
    const build = import.meta.dirname // The bundle stands in build/.
    const base = { build: readAssets(build).version, ...(release && { release }) }
    const processLog = createLogger(config.logLevel, base)
    const { log, close } = processLog
    let stopping = false
    const ready = () => !stopping
    const parts = { ...config, build, dist: join(build, '../dist'), log, ready }
    const { app, security, counts } = await createSite(parts)
    const server = createHttpServer(app, { security: security.document, log, keepAliveTimeout })
    if (logInterval > 0) logSummary(processLog, counts, logInterval)

    /** Graceful shutdown, then the end of the process. */
    const stop = async (code: number, linger: boolean) => {
      stopping = true
      await shutDown(server, { linger, timeout: config.shutdownTimeout, log })
      log.info({ code }, 'ended')
      await end(code)
    }
    const end = async (code: number) => {
      if (await close()) process.exit(code)
      toStderr('The log could not be written to its end: its reader has stalled.')
      // process.exit would wait for the pending write, and so for the reader.
      process.kill(process.pid, 'SIGKILL')
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (stopping) {
          toStderr(`${signal} during shutdown: ended at once`)
          end(1)
        } else {
          log.info(`${signal}: shutting down`)
          stop(0, signal !== 'SIGINT')
        }
      })
    }
    // Also emitted for unhandled rejections.
    process.on('uncaughtException', error => {
      log.fatal({ err: describeError(error) }, 'uncaught error')
      toStderr(error?.stack ? readableStack(error.stack) : String(error))
      if (!stopping) stop(1, true)
    })

    // The accept queue, if the system allows it: a probe is not refused under load.
    server.listen({ port, host, backlog: 4096 })
    await once(server, 'listening').catch(error => {
      throw addressError(config, error)
    })
    const warning = originWarning(origin)
    if (warning) log.warn(warning)
    const bound = Object(server.address()).port
    log.info({ port: bound, serve, origin }, `listening on ${urlOf(host, bound)}`)
  } catch (error) {
    if (error instanceof UserError) fail(error.message)
    else if (error instanceof Error && 'path' in error)
      fail(`${error.path} cannot be read: ${error.message}: run npm run build`)
    else throw error
  }
}

function fail(message: string): void {
  toStderr(message)
  process.exit(1)
}
