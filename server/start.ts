import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { createHttpServer } from './http.ts'
import { drain } from './lifecycle.ts'
import { createLogger } from './log.ts'
import { createSite } from './site.tsx'

// The process: reads the configuration, listens, and shuts down. The only module that acts when it is imported.
try {
  const config = readConfig(process.env)
  const { port, host, keepAliveTimeout, shutdownTimeout } = config
  const log = createLogger(config.logLevel)
  let stopping = false

  const build = import.meta.dirname // The bundle stands in build/.
  const ready = () => !stopping
  const dist = join(build, '../dist')
  const { listener, security } = await createSite({ ...config, build, dist, log, ready })
  const server = createHttpServer(listener, { security, log, keepAliveTimeout })

  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      fail(`PORT=${port} is in use: write another one, or 0 for any free port.`)
    else fail(`HOST=${host}, PORT=${port} cannot be listened on: ${error.message}`)
  })
  server.listen(port, host, () => {
    const { port } = server.address() as AddressInfo
    log.info({ port }, `listening on http://${host}:${port}`)
  })

  /** Ends the process when what it has begun is done. Who asks twice will not wait. */
  const stop = async (code: number, linger: boolean) => {
    if (stopping) process.exit(1)
    stopping = true
    await drain(server, { linger, timeout: shutdownTimeout, log })
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log.info(`${signal}: shutting down`)
      stop(0, signal === 'SIGTERM')
    })
  }
  // Node makes a rejection that nobody handles one of these, too.
  process.on('uncaughtException', error => {
    log.fatal(error)
    stop(1, true)
  })
} catch (error) {
  if (error instanceof ConfigError) fail(error.message)
  else throw error
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
