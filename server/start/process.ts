// A server's process, from its configuration to its end. server.ts loads program.ts, which calls startProcess().
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createRouteTable } from '../../shared/route-table.ts'
import { createHttpServer } from '../http/http-server.ts'
import { MANIFEST_FILE, PROGRAM_FILE } from '../lib/built-files.ts'
import { addressError, originWarning, readConfig, urlOf } from '../lib/config.ts'
import { describeError, stackOf, UserError, unreadable } from '../lib/errors.ts'
import { createLogger, toStderr } from '../lib/logger.ts'
import { readManifest } from '../lib/manifest.ts'
import { logSummary } from '../lib/summary.ts'
import { composeApp, type SiteModules } from './compose.ts'

/** Runs the server from the build with this id: reads the configuration, listens, handles signals. */
export async function startProcess(modules: SiteModules, buildId: string): Promise<void> {
  try {
    await run(modules, buildId)
  } catch (error) {
    if (error instanceof UserError) fail(error.message)
    else if (error instanceof Error && 'path' in error)
      fail(unreadable(String(error.path), error, 'npm run build').message)
    // Node itself would print the source line, and the bundle is a single long line.
    else fail(stackOf(error) || String(error))
  }
}

async function run(modules: SiteModules, buildId: string): Promise<void> {
  const build = import.meta.dirname // The bundle is in build/.
  const manifest = readManifest(build)
  if (manifest.buildId !== buildId)
    throw new UserError(
      `${join(build, PROGRAM_FILE)} and ${MANIFEST_FILE} are from two builds: run npm run build`,
    )
  const config = readConfig(process.env, manifest.origin)
  const base = { build: buildId, ...(config.release && { release: config.release }) }
  const processLog = createLogger(config.logLevel, base)
  const { log, close } = processLog
  let stopping = false
  let ending = false
  const isReady = () => !stopping
  const { app, counts, figures } = await composeApp(modules, {
    table: createRouteTable(manifest),
    manifest,
    config,
    build,
    dist: join(build, '../dist'),
    log,
    isReady,
  })
  const server = createHttpServer(app, modules.features, { keepAliveTimeout: config.keepAliveTimeout })
  if (config.logInterval > 0) logSummary(processLog, counts, figures, config.logInterval)

  /** A second signal aborts this, which cuts the remaining connections. */
  const cutting = new AbortController()
  /** Shuts down gracefully, and then ends the process. Its times are in config.ts, its steps in docs/operations.md. */
  const stop = async (code: number, delay: number) => {
    stopping = true
    await server.shutDown({ delay, timeout: config.shutdownTimeout, signal: cutting.signal, log })
    await end(cutting.signal.aborted ? 1 : code)
  }
  const end = async (code: number) => {
    ending = true
    log.info({ code }, 'ended')
    if (await close()) process.exit(code)
    toStderr('The log was not flushed: stdout is blocked.')
    // process.exit would wait for the pending write, and so for the stalled reader.
    process.kill(process.pid, 'SIGKILL')
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping) {
        log.info(`${signal}: shutting down`)
        stop(0, signal === 'SIGINT' ? 0 : config.shutdownDelay)
      } else if (!ending) {
        toStderr(`${signal} during shutdown: requests in progress are cut`)
        cutting.abort()
      }
    })
  }
  // Node emits this for unhandled rejections, too.
  process.on('uncaughtException', error => {
    log.fatal({ err: describeError(error) }, 'uncaught error')
    toStderr(stackOf(error) || String(error))
    if (!stopping) stop(1, config.shutdownDelay)
  })

  // A long accept queue, where the system allows one, keeps probes from being refused under load.
  server.listen({ port: config.port, host: config.host, backlog: 4096 })
  await once(server, 'listening').catch(error => {
    throw addressError(config, error)
  })
  const warning = originWarning(config.origin)
  if (warning) log.warn(warning)
  const { port } = server.address() as AddressInfo
  const { serve, origin } = config
  log.info({ port, serve, origin }, `listening on ${urlOf(config.host, port)}`)
}

function fail(message: string): void {
  toStderr(message)
  process.exit(1)
}
