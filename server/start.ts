import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ConfigError, readConfig } from './config.ts'
import { createLogger } from './log.ts'
import { createSite } from './site.tsx'

// The process: reads the configuration, listens, and shuts down. The only module that acts when it is imported.
try {
  const config = readConfig(process.env)
  const log = createLogger(config.logLevel)
  let ready = true

  const build = import.meta.dirname // The bundle stands in build/.
  const site = await createSite({ ...config, build, dist: join(build, '../dist'), log, ready: () => ready })
  const server = createServer({ keepAliveTimeout: config.keepAliveTimeout }, site)

  server.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      fail(`PORT=${config.port} is in use: write another one, or 0 for any free port.`)
    else fail(`HOST=${config.host}, PORT=${config.port} cannot be listened on: ${error.message}`)
  })
  server.listen(config.port, config.host, () => {
    const { port } = server.address() as AddressInfo
    log.info({ port }, `listening on http://${config.host}:${port}`)
  })

  process.once('SIGTERM', () => {
    ready = false
    server.close(() => process.exit(0))
  })
} catch (error) {
  if (error instanceof ConfigError) fail(error.message)
  else throw error
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
