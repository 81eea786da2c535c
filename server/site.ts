import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Express } from 'express'
import { errorDocument } from '../shared/routes.tsx'
import { type AppParts, createApp } from './app.ts'
import { type Assets, checkPrerendered, readAssets } from './assets.ts'
import type { Config } from './config.ts'
import { endpoints as ownEndpoints } from './endpoints.ts'
import { fileResponse, readFiles } from './files.ts'
import { createErrorHead } from './head.ts'
import { createSecurity, type Security } from './headers.ts'
import type { Logger } from './log.ts'
import { createPages } from './pages.ts'
import { NOWHERE } from './paths.ts'
import { createRenderer, createSiteRenderer, type Render, renderPage } from './render.tsx'
import { createSend, type ReadyResponse, textResponse } from './response.ts'
import { siteFiles } from './site-files.ts'

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
  /** A test passes its own. */
  endpoints?: AppParts['endpoints']
  /** Renders the pages. A test passes one that fails, and how long it may take, in milliseconds. */
  render?: Render
  timeout?: number
  /** The response to a request that has failed. Development passes its own, which shows why. */
  failure?: AppParts['failure']
}

/**
 * The composition root: puts the application of a mode together. All that can be made before the first request is made
 * here. Throws a ConfigError where build/ or dist/ is not what it should be.
 */
export function createSite(parts: SiteParts): { app: Express; security: Security; build: string } {
  const { build, dist, origin, serve, hsts, endpoints = ownEndpoints } = parts
  const assets = readAssets(build)
  const security = createSecurity(assets, hsts)
  const send = createSend(security)
  const common = {
    ...parts,
    endpoints,
    security,
    send,
    failure: parts.failure ?? createFailure(assets, origin),
  }

  if (serve === 'static') {
    checkPrerendered(dist, assets, origin)
    const { '/404': notFound = textResponse(404, 'Not found'), ...files } = Object.fromEntries(
      readFiles(dist),
    )
    const app = createApp({
      ...common,
      files: new Map(Object.entries(files)),
      notFound: (req, res) => send(req, res, notFound),
    })
    return { app, security, build: assets.version }
  }

  const { render = createSiteRenderer(assets, origin), timeout } = parts
  const made = Object.entries(siteFiles(origin)).map(([name, text]): [string, ReadyResponse] => [
    `/${name}`,
    fileResponse(name, { identity: Buffer.from(text) }),
  ])
  const files = new Map([...readFiles(join(build, 'public')), ...made])
  const app = createApp({
    ...common,
    files,
    ...createPages({
      render,
      version: versionOf(assets, origin, security),
      ...(timeout !== undefined && { timeout }),
    }),
  })
  return { app, security, build: assets.version }
}

/** What a page and its headers depend on: everything that was built, the origin that its links name, the policy. */
const versionOf = ({ version }: Assets, origin: string, { document }: Security) =>
  createHash('sha256')
    .update(JSON.stringify([version, origin, document]))
    .digest('base64url')
    .slice(0, 12)

/** Renders the page that says that something went wrong, when it is needed for the first time. It asks for no script. */
function createFailure(assets: Assets, origin: string): () => Promise<ReadyResponse> {
  let failure: Promise<ReadyResponse> | undefined
  const make = async (): Promise<ReadyResponse> => {
    const routes = [{ path: '*', element: errorDocument({ origin }) }]
    const identity = await renderPage(createRenderer(routes, createErrorHead(assets)), NOWHERE)
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
    return { status: 500, headers, bodies: { identity } }
  }
  return () => {
    failure ??= make().catch(() => textResponse(500, 'Internal server error'))
    return failure
  }
}
