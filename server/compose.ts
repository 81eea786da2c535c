import { join } from 'node:path'
import type { Express, RequestHandler } from 'express'
import type { ReactNode } from 'react'
import type { Layout } from '../shared/document.tsx'
import type { Company, Owner, PageModule } from '../shared/owner.ts'
import type { Table } from '../shared/page-table.ts'
import { SITEMAP_FILE } from './built-files.ts'
import type { Config } from './config.ts'
import { generatedFiles } from './describe/generated-files.ts'
import { entriesAt, sitemap } from './describe/sitemap.ts'
import { isRightToLeft } from './describe/text-direction.ts'
import { type AppParts, createApp } from './http/app.ts'
import { compress } from './http/compress.ts'
import { readFiles } from './http/files.ts'
import { fileResponse, type StaticResponse } from './http/responses.ts'
import { createSecurity, type Security } from './http/security-headers.ts'
import { createSend } from './http/send.ts'
import { sizeWarning } from './limits/page-size.ts'
import { createLivePages } from './live/live-pages.ts'
import { readStaticPages } from './live/static-pages.ts'
import type { Logger } from './logger.ts'
import { type Manifest, yearOf } from './manifest.ts'
import type { Allowed, Endpoints } from './owner.ts'
import { type AnyLoader, createLoadPage } from './pages/load-page.ts'
import { createPageRenderer, type ReadBody, readBodyFrom } from './pages/page-renderer.tsx'
import { createRenderer, type PageInput, type Render } from './pages/render.tsx'
import { type Counts, createCounts } from './summary.ts'

/** What an owner's two folders have for the server. */
export interface Site {
  owner: Owner
  /** The component of every page, by its id. */
  components: Readonly<Record<string, PageModule>>
  NotFound: () => ReactNode
  loaders: Readonly<Record<string, AnyLoader>>
  middleware: readonly RequestHandler[]
  endpoints: Endpoints
  allowed: Allowed
}

export const securityOf = ({ allowed }: Site, manifest: Manifest, hsts: Config['hsts']): Security =>
  createSecurity(manifest, hsts, allowed)

export interface PagesOptions {
  table: Table
  manifest: Manifest
  origin: string
  readBody: ReadBody
  log: Logger
  /** Told of each page that is rendered. */
  onRendered?: (input: PageInput, html: Buffer) => void
}

/** What loads and renders every page. */
export async function composePages(site: Site, options: PagesOptions) {
  const { owner, components, NotFound, loaders, allowed } = site
  const { table, manifest, origin, readBody, log, onRendered } = options
  const year = yearOf(manifest.built)
  const layout: Layout = { owner, origin, menus: table.menus, homes: table.homes, year, isRightToLeft }
  const renderPage = createRenderer(layout)
  const render: Render = async (input, signal) => {
    const html = await renderPage(input, signal)
    onRendered?.(input, html)
    return html
  }
  const renderer = await createPageRenderer({
    table,
    manifest,
    origin,
    owner,
    allowed,
    components,
    NotFound,
    readBody,
    render,
  })
  const { version } = manifest
  const redirects = allowed.redirects ?? []
  const loadPage = createLoadPage({ loaders, company: owner.company, version, redirects, log })
  return { renderer, loadPage, loaders }
}

/** Warns once of each row with a page that is nearly too large. */
function createSizeWarnings(log: Logger) {
  const warned = new Set<string>()
  return ({ path, json, page: { pattern } }: PageInput, html: Buffer): void => {
    const warning = json && sizeWarning(path, html.length, Buffer.byteLength(json))
    if (!warning || warned.has(pattern)) return
    warned.add(pattern)
    log.warn({ path }, warning)
  }
}

export interface AppOptions {
  table: Table
  manifest: Manifest
  config: Pick<Config, 'origin' | 'serve' | 'trustProxy' | 'hsts' | 'release'>
  /** The folder build/. */
  build: string
  /** The folder dist/; read in static mode alone. */
  dist: string
  log: Logger
  /** Whether the process is ready: false from SIGTERM on. */
  isReady: () => boolean
  /** For development: pages of shared/site/content/ in memory, checks of what is rendered, the reason of a failed request. */
  readBody?: ReadBody
  onRendered?: (path: string | undefined, html: Buffer) => void
  failure?: AppParts['pages']['failed']
}

/** Puts the application of a mode together. Throws a UserError if build/ or dist/ does not fit. */
export async function composeApp(site: Site, options: AppOptions): Promise<{ app: Express; counts: Counts }> {
  const { loaders, middleware, endpoints } = site
  const { company } = site.owner
  const { table, manifest, config, build, dist, log, isReady, onRendered } = options
  const { readBody = readBodyFrom(build) } = options
  const { origin, serve, trustProxy, hsts, release } = config
  const security = securityOf(site, manifest, hsts)
  const send = createSend(security)
  const counts = createCounts()
  const warnOfSize = createSizeWarnings(log)
  const { renderer, loadPage } = await composePages(site, {
    table,
    manifest,
    origin,
    readBody,
    log,
    onRendered: (input, html) => {
      warnOfSize(input, html)
      onRendered?.(input.page.head.path, html)
    },
  })
  const {
    pages: live,
    sendPage,
    purge,
  } = createLivePages({
    table,
    company,
    origin,
    loaders,
    loadPage,
    renderer,
    counts,
    log,
    send,
  })
  const { files, pages } =
    serve === 'static'
      ? readStaticPages({ dist, manifest, table, origin, live })
      : { files: await liveFiles(build, manifest, table, company, origin), pages: live }
  const app = createApp({
    table,
    middleware,
    endpoints: ownApp => endpoints(ownApp, sendPage, purge),
    files,
    pages: { ...pages, failed: options.failure ?? pages.failed },
    send,
    security,
    log,
    counts,
    isReady,
    trustProxy,
    release: [manifest.version, release].filter(Boolean).join(' '),
  })
  return { app, counts }
}

export interface FilesOptions {
  table: Table
  manifest: Manifest
  origin: string
  /** The addresses of the pages in dist/: search engines would be sent to a 404 at any other. */
  paths: readonly string[]
}

/** The files of dist/ that describe the site, by name. */
export function generateFiles(
  { owner: { company } }: Site,
  { table, manifest: { built }, origin, paths }: FilesOptions,
): Record<string, string> {
  return {
    ...generatedFiles(table, { company, origin, built }),
    [SITEMAP_FILE]: sitemap(entriesAt(paths, table, company), origin),
  }
}

/** What the build has made or copied, and what is generated from the table. */
async function liveFiles(
  build: string,
  manifest: Manifest,
  table: Table,
  company: Company,
  origin: string,
): Promise<ReadonlyMap<string, StaticResponse>> {
  const files = new Map<string, StaticResponse>()
  const { built } = manifest
  for (const [name, text] of Object.entries(generatedFiles(table, { company, origin, built })))
    files.set(`/${name}`, fileResponse(name, await compress(Buffer.from(text))))
  // A file of shared/site/public/ replaces a generated one.
  for (const [path, response] of readFiles(join(build, 'public'), manifest.digests)) files.set(path, response)
  return files
}
