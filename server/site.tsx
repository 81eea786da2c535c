import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { createRoutes, errorDocument } from '../shared/routes.tsx'
import { type Answer, prepare } from './answer.ts'
import { createApp, missing } from './app.ts'
import { type Assets, readAssets } from './assets.ts'
import { ConfigError } from './config.ts'
import { prepareFile, readFiles } from './files.ts'
import { ErrorHead, Head } from './head.tsx'
import { type Headers, securityHeaders } from './headers.ts'
import { livePages } from './live.ts'
import type { Logger } from './log.ts'
import { renderPage } from './prerender.ts'
import { createRenderer, type Render } from './render.tsx'
import { siteFiles } from './site-files.ts'

export interface SiteParts {
  /** The folder build/. */
  build: string
  /** The folder dist/; read in static mode alone. */
  dist: string
  origin: string
  serve: 'live' | 'static'
  log: Logger
  /** Whether the process wants traffic. */
  ready: () => boolean
  /** Renders the pages; a test passes one that fails. */
  render?: Render
}

/** Puts the site together: everything that can be made before the first request is made here. */
export async function createSite(parts: SiteParts): Promise<RequestListener> {
  const assets = readAssets(parts.build)
  const security = securityHeaders(assets)
  return parts.serve === 'static' ? staticSite(parts, security) : liveSite(parts, assets, security)
}

function staticSite({ dist, ready }: SiteParts, security: Headers): RequestListener {
  const files = readFiles(dist, security)
  const notFound = files.get('/404')
  if (!notFound)
    throw new ConfigError(`SERVE=static needs the files of ${dist}: run npm run prerender first.`)
  files.delete('/404')
  return createApp({ files, pages: missing(notFound), security, ready })
}

async function liveSite(parts: SiteParts, assets: Assets, security: Headers): Promise<RequestListener> {
  const { build, origin, log, ready, render = siteRenderer(assets, origin) } = parts
  const made = Object.entries(siteFiles(origin)).map(([name, text]): [string, Answer] => [
    `/${name}`,
    prepareFile(name, { identity: Buffer.from(text) }, security),
  ])
  const files = new Map([...readFiles(join(build, 'public'), security), ...made])
  const failure = prepare(
    500,
    { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...security },
    { identity: await renderPage(errorRenderer(assets, origin), '/') },
  )
  const pages = livePages({ render, version: assets.version, security, failure, log })
  return createApp({ files, pages, security, ready })
}

/** Renders the site's own pages: for the live server and the prerendered files alike. */
export const siteRenderer = (assets: Assets, origin: string): Render =>
  createRenderer(createRoutes({ origin, head: <Head assets={assets} /> }))

/** Renders the page that says that something went wrong. It asks for no script, which would only fail again. */
const errorRenderer = (assets: Assets, origin: string): Render =>
  createRenderer([{ path: '*', element: errorDocument({ origin, head: <ErrorHead assets={assets} /> }) }])
