import type { RequestListener, ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { SiteParts } from '../../server/site.ts'

/** The fixture's site, as it was built: to be read. */
export const folder = inject('fixture')
export const build = join(folder, 'build')
export const dist = join(folder, 'dist')
/** A file of the fixture. */
const load = (file: string) => import(pathToFileURL(join(folder, file)).href)

/** The program that was built, with the fixture's pages, endpoints and policy in it. */
export const program: typeof import('../../server/start.ts') = await load('build/start.js')
export const facts: typeof import('../../shared/company.ts') = await load('shared/company.ts')
const { readAssets, tableOf }: typeof import('../../server/assets.ts') = await load('server/assets.ts')
export const assets = readAssets(build)
/** Every page of the fixture. */
export const table = tableOf(assets)
export const { origin } = facts.company
export const silent = pino({ level: 'silent' })

const createSite = (parts: Partial<SiteParts> = {}) =>
  program.createSite({
    build,
    dist,
    origin,
    serve: 'live',
    log: silent,
    ready: () => true,
    trustProxy: false,
    hsts: 'host',
    ...parts,
  })

/** The fixture's site, put together as production does it. */
export const siteOf = async (parts?: Partial<SiteParts>): Promise<RequestListener> =>
  (await createSite(parts)).app

/** The headers for security and caching that the fixture's site sends. */
export const { security } = await createSite()

/** Listens on a free port of the loopback address, as production does: `await using server = await listen(app)`. */
export async function listen(listener: RequestListener, options: ServerOptions & { stalled?: number } = {}) {
  const server = program.createHttpServer(listener, { security: security.document, log: silent, ...options })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, port, close, [Symbol.asyncDispose]: close }
}
