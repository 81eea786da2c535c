import type { RequestListener, ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { inject } from 'vitest'
import { readAssets } from '../../server/assets.ts'
import { createSecurity } from '../../server/headers.ts'
import { createHttpServer } from '../../server/listen.ts'
import type { SiteParts } from '../../server/site.ts'
import { createPageTable, rowsOf, type Table } from '../../shared/page-table.ts'
import { company } from '../fixture/shared/company.ts'
import { pages } from '../fixture/shared/pages.ts'

/** The fixture's site as it was built: to be read. */
export const folder = inject('fixture')
export const build = join(folder, 'build')
export const dist = join(folder, 'dist')
export const { origin } = company
export const assets = readAssets(build)
export const table: Table = createPageTable([...rowsOf(pages), ...assets.content])
export const silent = pino({ level: 'silent' })

/** The program that was built, with the fixture's pages, endpoints and policy in it. */
export const program: typeof import('../../server/start.ts') = await import(
  pathToFileURL(join(build, 'start.js')).href
)

/** The fixture's site, put together as production does it. */
export async function siteOf(parts: Partial<SiteParts> = {}): Promise<RequestListener> {
  const { app } = await program.createSite({
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
  return app
}

/** Listens on a free port of the loopback address, as production does: `await using server = await listen(app)`. */
export async function listen(listener: RequestListener, options: ServerOptions & { stalled?: number } = {}) {
  const security = createSecurity(assets, 'host').document
  const server = createHttpServer(listener, { security, log: silent, ...options })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, port, close, [Symbol.asyncDispose]: close }
}
