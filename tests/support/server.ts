import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { createSite, type SiteParts } from '../../server/site.tsx'
import { site } from '../../shared/site.ts'

export const root = join(import.meta.dirname, '../..')
export const build = join(root, 'build')
export const dist = join(root, 'dist')
export const origin = site.origin

/** The site as production puts it together, from what `npm run build` and `npm run prerender` made. */
export const siteUnderTest = (parts: Partial<SiteParts> = {}): Promise<RequestListener> =>
  createSite({
    build,
    dist,
    origin,
    serve: 'live',
    log: pino({ level: 'silent' }),
    ready: () => true,
    ...parts,
  })

/** Listens on a free port of the loopback address. */
export async function listen(
  listener: RequestListener,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, close }
}
