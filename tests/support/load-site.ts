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

/** Options that a test may override. */
type Parts = Partial<Omit<AppOptions, 'config'> & AppOptions['config']>

/** A site that `npm run prerender` has written in the project or a copy. Read-only. */
export async function loadSite(folder: string) {
  const build = join(folder, 'build')
  const dist = join(folder, 'dist')
  /** The built program, which contains that site's pages, endpoints and policy. */
  const program = await loadProgram(build)
  const company = pathToFileURL(join(folder, 'shared/site/company.ts')).href
  const facts: typeof import('../../shared/site/company.ts') = await import(company)
  const manifest = readManifest(build)
  /** Every page. */
  const table = createRouteTable(manifest)
  /** The origin for which it was prerendered. */
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
    /** The site's security headers. */
    security: program.securityOf(manifest, 'host'),
    table,
    /** The application, assembled as in production. */
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
