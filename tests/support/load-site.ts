import { readFileSync } from 'node:fs'
import type { RequestListener, ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { loadProgram } from '../../scripts/lib/load-program.ts'
import { type Prerendered, readManifest } from '../../server/lib/manifest.ts'
import type { AppOptions } from '../../server/start/compose.ts'
import { createRouteTable, PRERENDERED_FILE } from './engine.ts'

const silent = pino({ level: 'silent' })

/** What a test may set otherwise. */
type Parts = Partial<Omit<AppOptions, 'config'> & AppOptions['config']>

/** A site as `npm run prerender` has left it in a folder of the project or of a copy: to be read. */
export async function loadSite(folder: string) {
  const build = join(folder, 'build')
  const dist = join(folder, 'dist')
  /** The program that was built: with the pages, endpoints and policy of that site in it. */
  const program = await loadProgram(build)
  const company = pathToFileURL(join(folder, 'shared/site/company.ts')).href
  const facts: typeof import('../../shared/site/company.ts') = await import(company)
  const manifest = readManifest(build)
  /** Every page. */
  const table = createRouteTable(manifest)
  /** That for which it was prerendered. */
  const { origin }: Prerendered = JSON.parse(readFileSync(join(dist, PRERENDERED_FILE), 'utf8'))

  const defaults = { serve: 'live', trustProxy: false, hsts: 'host', release: '' } as const
  const composeApp = ({ log = silent, isReady = () => true, ...parts }: Parts = {}) => {
    const config = { origin, ...defaults, ...parts }
    return program.composeApp({ table, manifest, build, dist, log, isReady, ...parts, config })
  }

  return {
    folder,
    build,
    dist,
    program,
    facts,
    manifest,
    origin,
    /** The headers for security and caching that the site sends. */
    security: program.securityOf(manifest, 'host'),
    table,
    /** The application, put together as production does it. */
    siteOf: async (parts?: Parts): Promise<RequestListener> => (await composeApp(parts)).app,
    /** Listens on a free port of the loopback address, as production does: `await using server = await listen(app)`. */
    listen: async (listener: RequestListener, options: ServerOptions = {}) => {
      const server = program.createHttpServer(listener, options)
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const close = () =>
        new Promise<void>(resolve => {
          server.close(() => resolve())
          server.closeAllConnections()
        })
      return { server, url: `http://127.0.0.1:${port}`, port, close, [Symbol.asyncDispose]: close }
    },
  }
}
