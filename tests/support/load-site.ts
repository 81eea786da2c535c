import { readFileSync } from 'node:fs'
import type { RequestListener, ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import type { SiteParts } from '../../server/compose.ts'
import type { Prerendered } from '../../server/manifest.ts'

const silent = pino({ level: 'silent' })

/** A site as `npm run prerender` has left it in a folder of the project or of a copy: to be read. */
export async function loadSite(folder: string) {
  const build = join(folder, 'build')
  const dist = join(folder, 'dist')
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href)
  /** The program that was built: with the pages, endpoints and policy of that site in it. */
  const program: typeof import('../../server/start.ts') = await load('build/start.js')
  const facts: typeof import('../../shared/site/company.ts') = await load('shared/site/company.ts')
  const read: typeof import('../../server/manifest.ts') = await load('server/assets.ts')
  const assets = read.readAssets(build)
  /** That for which it was prerendered. */
  const { origin }: Prerendered = JSON.parse(readFileSync(join(dist, read.PRERENDERED), 'utf8'))

  const defaults = { serve: 'live', log: silent, ready: () => true, trustProxy: false, hsts: 'host' } as const
  const createSite = (parts: Partial<SiteParts> = {}) =>
    program.createSite({ build, dist, origin, ...defaults, ...parts })
  /** The headers for security and caching that the site sends. */
  const { security } = await createSite()

  return {
    ...{ folder, build, dist, program, facts, assets, origin, security },
    /** Every page. */
    table: read.tableOf(assets),
    /** The application, put together as production does it. */
    siteOf: async (parts?: Partial<SiteParts>): Promise<RequestListener> => (await createSite(parts)).app,
    /** Listens on a free port of the loopback address, as production does: `await using server = await listen(app)`. */
    listen: async (listener: RequestListener, options: ServerOptions & { log?: typeof silent } = {}) => {
      const parts = { security: security.document, log: silent, ...options }
      const server = program.createHttpServer(listener, parts)
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
