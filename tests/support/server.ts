import type { RequestListener, ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import type { ReactNode } from 'react'
import { readAssets } from '../../server/assets.ts'
import { createSecurity } from '../../server/headers.ts'
import { createHttpServer } from '../../server/listen.ts'
import { createRenderer } from '../../server/render.tsx'
import { createSite, type SiteParts } from '../../server/site.ts'
import { company } from '../../shared/company.ts'
import { build, dist } from './folders.ts'
import { other, table } from './table.ts'

export * from './folders.ts'

export const origin = company.origin
const assets = readAssets(build)
/** The path of a large file: React's. */
export const [script = ''] = assets.scripts
/** What production sends by default. */
export const allSecurity = createSecurity(assets, 'host')
export const { document: security, subresource } = allSecurity

/** The site with other content on one of its pages. */
export const siteWith = (content: ReactNode, { path } = other): Promise<RequestListener> => {
  const render = createRenderer({ origin, menus: table.menus })
  return siteUnderTest({
    render: (page, signal) => render(page.path === path ? { ...page, content } : page, signal),
  })
}

const silent = pino({ level: 'silent' })

/** The site as production puts it together, from what `npm run build` and `npm run prerender` made. */
export async function siteUnderTest(parts: Partial<SiteParts> = {}): Promise<RequestListener> {
  const { app } = await createSite({
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

/** Listens on a free port of the loopback address, as production does; a test may be less patient. */
export async function listen(
  listener: RequestListener,
  options: ServerOptions = {},
): Promise<{ url: string; port: number; close: () => Promise<void> }> {
  const server = createHttpServer(listener, { security, log: silent, ...options })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, port, close }
}

/** A port of the loopback address that nobody listens on. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(() => {})
  await close()
  return port
}
