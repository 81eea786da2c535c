import type { Express, RequestHandler } from 'express'
import type { ReactNode } from 'react'
import { type AnyLoader, createPageLoader } from '../../features/data/load-data.ts'
import type { Layout } from '../../shared/document.tsx'
import type { RouteTable } from '../../shared/route-table.ts'
import type { PageModule, Site } from '../../shared/site.ts'
import { type AppParts, createApp } from '../http/app.ts'
import type { Config } from '../lib/config.ts'
import { placeInSite } from '../lib/errors.ts'
import type { Logger } from '../lib/logger.ts'
import { type Manifest, yearOf } from '../lib/manifest.ts'
import { type Counts, createCounts } from '../lib/summary.ts'
import { readLiveFiles } from '../pages/live-files.ts'
import { createLivePages } from '../pages/live-pages.ts'
import { readPrerenderedPages } from '../pages/prerendered-pages.ts'
import { type ContentHtml, createPageRenderer, readContentHtml } from '../render/page-renderer.tsx'
import { createRenderer, type OnRendered } from '../render/render.tsx'
import { createSecurity, type Security } from '../respond/security-headers.ts'
import { createSend } from '../respond/send.ts'
import type { Allowed, Endpoints } from '../site.ts'

/** What a site's two folders have for the server. */
export interface SiteModules {
  site: Site
  /** The component of every page of routes.ts, by its id. */
  components: Readonly<Record<string, PageModule>>
  NotFound: () => ReactNode
  loaders: Readonly<Record<string, AnyLoader>>
  middleware: readonly RequestHandler[]
  endpoints: Endpoints
  allowed: Allowed
}

export const securityOf = ({ allowed }: SiteModules, manifest: Manifest, hsts: Config['hsts']): Security =>
  createSecurity(manifest, hsts, allowed)

export interface PagesOptions {
  table: RouteTable
  manifest: Manifest
  origin: string
  contentHtml: ContentHtml
  log: Logger
  onRendered?: OnRendered
}

/** What loads and renders every page. */
export async function composePages(modules: SiteModules, options: PagesOptions) {
  const { site, components, NotFound, loaders, allowed } = modules
  const { table, manifest, origin, contentHtml, log, onRendered } = options
  const { languages } = table
  const layout: Layout = { site, origin, languages, year: yearOf(manifest.buildDay) }
  const renderer = await createPageRenderer({
    table,
    manifest,
    origin,
    site,
    allowed,
    components,
    NotFound,
    contentHtml,
    render: createRenderer(layout, onRendered),
    log,
  })
  const version = manifest.buildId
  const redirects = allowed.redirects ?? []
  const pageLoader = createPageLoader({ table, loaders, company: site.company, version, redirects, log })
  return { renderer, pageLoader, loaders, placeInSite }
}

export interface AppOptions {
  table: RouteTable
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
  contentHtml?: ContentHtml
  onRendered?: OnRendered
  failure?: AppParts['pages']['failed']
}

/** Puts the application of a mode together. Throws a UserError if build/ or dist/ does not fit. */
export async function composeApp(
  modules: SiteModules,
  options: AppOptions,
): Promise<{ app: Express; counts: Counts }> {
  const { loaders, middleware, endpoints } = modules
  const { table, manifest, config, build, dist, log, isReady, onRendered } = options
  const { contentHtml = readContentHtml(build, table) } = options
  const { origin, serve, trustProxy, hsts, release } = config
  const security = securityOf(modules, manifest, hsts)
  const send = createSend(security)
  const counts = createCounts()
  const { renderer, pageLoader } = await composePages(modules, {
    table,
    manifest,
    origin,
    contentHtml,
    log,
    ...(onRendered && { onRendered }),
  })
  const {
    pages: live,
    sendPage,
    purge,
  } = createLivePages({
    table,
    origin,
    loaders,
    pageLoader,
    renderer,
    counts,
    log,
    send,
  })
  const { files, pages } =
    serve === 'static'
      ? readPrerenderedPages({ dist, manifest, table, origin, live })
      : { files: await readLiveFiles(build, manifest, table, modules.site.company, origin), pages: live }
  const app = createApp({
    table,
    middleware,
    endpoints: endpointsApp => endpoints(endpointsApp, sendPage, purge),
    files,
    pages: { ...pages, failed: options.failure ?? pages.failed },
    send,
    security,
    log,
    counts,
    isReady,
    trustProxy,
    release: [manifest.buildId, release].filter(Boolean).join(' '),
  })
  return { app, counts }
}
