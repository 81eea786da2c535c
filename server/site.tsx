import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { createRoutes, errorDocument } from '../shared/routes.tsx'
import { type Answer, prepare } from './answer.ts'
import { createApp, missing } from './app.ts'
import { type Assets, readAssets } from './assets.ts'
import { ConfigError } from './config.ts'
import { prepareFile, readFiles } from './files.ts'
import { createErrorHead, createHead } from './head.tsx'
import { type Headers, securityHeaders } from './headers.ts'
import { livePages } from './live.ts'
import type { Logger } from './log.ts'
import { createRenderer, type Render } from './render.tsx'
import { siteFiles } from './site-files.ts'
import { renderPage } from './static/prerender.ts'

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
  /** Whether the proxy may name the request. */
  trustProxy: boolean
  hstsPreload: boolean
  /** Renders the pages; a test passes one that fails. */
  render?: Render
}

/**
 * Puts the site together: everything that can be made before the first request is made here. Also resolves to the
 * headers of every answer, for the answers that Node's parser makes the server give by itself.
 */
export async function createSite(
  parts: SiteParts,
): Promise<{ listener: RequestListener; security: Headers }> {
  const assets = readAssets(parts.build)
  const security = securityHeaders(assets, parts.hstsPreload)
  const listener =
    parts.serve === 'static' ? staticSite(parts, security) : await liveSite(parts, assets, security)
  return { listener, security }
}

function staticSite(parts: SiteParts, security: Headers): RequestListener {
  const { dist } = parts
  const files = readFiles(dist, security)
  const notFound = files.get('/404')
  if (!notFound)
    throw new ConfigError(`SERVE=static needs the files of ${dist}: run npm run prerender first.`)
  files.delete('/404')
  return createApp({ ...parts, files, pages: missing(notFound), security })
}

async function liveSite(parts: SiteParts, assets: Assets, security: Headers): Promise<RequestListener> {
  const { build, origin, log, render = siteRenderer(assets, origin) } = parts
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
  const pages = livePages({ render, version: versionOf(assets, origin), security, failure, log })
  return createApp({ ...parts, files, pages, security })
}

/** What a page depends on: everything that was built, and the origin that its links name. */
const versionOf = ({ version }: Assets, origin: string) =>
  createHash('sha256').update(`${version} ${origin}`).digest('base64url').slice(0, 12)

/** Renders the site's own pages: for the live server and the prerendered files alike. */
export const siteRenderer = (assets: Assets, origin: string): Render =>
  createRenderer(createRoutes({ origin, head: createHead(assets, origin) }))

/** Renders the page that says that something went wrong. It asks for no script, which would only fail again. */
const errorRenderer = (assets: Assets, origin: string): Render =>
  createRenderer([{ path: '*', element: errorDocument({ origin, head: createErrorHead(assets) }) }])
