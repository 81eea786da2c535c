import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Express } from 'express'
import { type AppParts, createApp } from './app.ts'
import { type Assets, bodiesOf, checkPrerendered, type ReadBody, readAssets, tableOf } from './assets.ts'
import type { Config } from './config.ts'
import { endpoints } from './endpoints.ts'
import { fileResponse, HOST_FILES, readFiles } from './files.ts'
import { createSecurity, type Security } from './headers.ts'
import type { Logger } from './log.ts'
import { fileOf, NOWHERE, redirectFile } from './paths.ts'
import { createRenderer, type Render } from './render.tsx'
import { createSend, type ReadyResponse, textResponse } from './response.ts'
import { createPageHandlers } from './send-page.ts'
import { siteFiles } from './site-files.ts'
import { createSitePages, type SitePages } from './site-pages.tsx'

export interface SiteParts
  extends Pick<Config, 'origin' | 'serve' | 'trustProxy' | 'hsts'>,
    Partial<Pick<Config, 'logInterval'>> {
  /** The folder build/. */
  build: string
  /** The folder dist/; read in static mode alone. */
  dist: string
  log: Logger
  /** Whether the process wants traffic. */
  ready: () => boolean
  /** A test passes its own, and how long a page may take, in milliseconds. */
  endpoints?: AppParts['endpoints']
  render?: Render
  pages?: SitePages
  timeout?: number
  /** Development passes what it has in memory. */
  body?: ReadBody
  /** The response to a request that has failed. Development passes its own, which shows why. */
  failure?: AppParts['failure']
}

/**
 * The composition root: puts the application of a mode together. All that can be made before the first request is made
 * here. Throws a UserError where build/ or dist/ is not what it should be.
 */
export async function createSite(
  parts: SiteParts,
): Promise<{ app: Express; security: Security; build: string }> {
  const { build, dist, origin, serve, hsts, timeout, body = bodiesOf(build) } = parts
  const assets = readAssets(build)
  const table = tableOf(assets)
  const security = createSecurity(assets, hsts)
  const send = createSend(security)
  const pages = parts.pages ?? (await createSitePages({ table, assets, origin, body }))
  const render = parts.render ?? createRenderer({ origin, menus: table.menus })
  const version = versionOf(assets, origin, security)
  const handlers = createPageHandlers({
    pages,
    render,
    origin,
    version,
    ...(timeout !== undefined && { timeout }),
  })
  const common = {
    endpoints,
    failure: createFailure(render, pages),
    ...parts,
    table,
    security,
    send,
    sendPage: handlers.sendPage,
  }

  if (serve === 'static') {
    checkPrerendered(dist, assets, origin)
    const unseen = new Set([
      ...HOST_FILES,
      ...table.moved.flatMap(([from]) => redirectFile(from, table) ?? []),
    ])
    const pathOfPage = new Map(
      [NOWHERE, ...table.rows.map(({ path }) => path)].map(path => [fileOf(path), path]),
    )
    const files = readFiles(dist, name =>
      unseen.has(name) ? undefined : (pathOfPage.get(name) ?? `/${name}`),
    )
    const missing = files.get(NOWHERE) ?? textResponse(404, 'Not found')
    files.delete(NOWHERE)
    const app = createApp({ ...common, files, notFound: (req, res) => send(req, res, missing) })
    return { app, security, build: assets.version }
  }

  const made = Object.entries(siteFiles(table, origin)).map(([name, text]): [string, ReadyResponse] => [
    `/${name}`,
    fileResponse(name, { identity: Buffer.from(text) }),
  ])
  // A file of shared/public/ takes the place of one that is made.
  const files = new Map([...made, ...readFiles(join(build, 'public'))])
  const app = createApp({ ...common, ...handlers, files })
  return { app, security, build: assets.version }
}

/** What a page and its headers depend on: everything that was built, the origin that its links name, the policy. */
const versionOf = ({ version }: Assets, origin: string, { document }: Security) =>
  createHash('sha256')
    .update(JSON.stringify([version, origin, document]))
    .digest('base64url')
    .slice(0, 12)

/** Renders the page that says that something went wrong, when it is needed for the first time. */
function createFailure(render: Render, { failed }: SitePages): () => Promise<ReadyResponse> {
  let failure: Promise<ReadyResponse> | undefined
  const make = async (): Promise<ReadyResponse> => {
    const identity = await render(failed, new AbortController().signal)
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
    return { status: failed.status, headers, bodies: { identity } }
  }
  return () => {
    failure ??= make().catch(() => textResponse(500, 'Internal server error'))
    return failure
  }
}
