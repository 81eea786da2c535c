import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import express, { type RequestHandler } from 'express'
import pino from 'pino'
import type { ReactNode } from 'react'
import type {
  CoreServices,
  GeneratedFiles,
  HeadSite,
  ServerFeature,
  ServingCore,
  SiteFacts,
} from '../../extension-points.ts'
import type { DocumentParts } from '../../shared/document.tsx'
import type { RouteTable } from '../../shared/route-table.ts'
import type { PageModule, Site } from '../../shared/site.ts'
import { createApp } from '../http/app.ts'
import type { Config } from '../lib/config.ts'
import { placeInSite } from '../lib/errors.ts'
import { firstOf } from '../lib/first-of.ts'
import type { Logger } from '../lib/logger.ts'
import { type Manifest, yearOf } from '../lib/manifest.ts'
import { createCounts } from '../lib/summary.ts'
import { createServerHead } from '../metadata/server-head.ts'
import { createFind } from '../pages/find.ts'
import { readLiveFiles } from '../pages/live-files.ts'
import { readPrerenderedPages } from '../pages/prerendered-pages.ts'
import { createStaticPages } from '../pages/static-pages.ts'
import { createPageRenderer } from '../render/page-renderer.tsx'
import type { OnRendered } from '../render/render.tsx'
import type { ErrorPages } from '../respond/found.ts'
import { createSecurity } from '../respond/security-headers.ts'
import { createSend } from '../respond/send.ts'
import type { Allowed, Endpoints } from '../site.ts'

/** The modules in a site's two folders that the server uses. */
export interface SiteModules {
  site: Site
  /** The component for every page in routes.ts, by its id. */
  components: Readonly<Record<string, PageModule>>
  NotFound: () => ReactNode
  features: readonly ServerFeature[]
  middleware: readonly RequestHandler[]
  endpoints: Endpoints
  allowed: Allowed
}

export interface PagesOptions {
  table: RouteTable
  manifest: Manifest
  origin: string
  /** The folder build/. */
  build: string
}

/** Composes the core's services, which render every page. */
async function composeCore(
  modules: SiteModules,
  options: PagesOptions,
  log: Logger,
  onRendered?: OnRendered,
): Promise<CoreServices> {
  const { site, features, NotFound, allowed } = modules
  const { table, manifest, origin, build } = options
  const { languages } = table
  const facts: SiteFacts = { table, company: site.company, origin, buildDate: manifest.buildDate }
  const readBuilt = (name: string) => readFileSync(join(build, name), 'utf8')
  const featureComponents = features.map(({ components }) => components?.(table, readBuilt))
  const headSite: HeadSite = {
    ...facts,
    pictureOf: page => firstOf(features, ({ picture }) => picture?.(page, origin)),
    logo: firstOf(features, ({ logo }) => logo),
  }
  const documentParts: DocumentParts = { site, origin, languages, year: yearOf(manifest.buildDate) }
  const serverHead = createServerHead({
    manifest,
    allowed,
    commonTags: features.map(feature => feature.commonTags ?? '').join(''),
    headTags: features.flatMap(feature => feature.headTags?.(headSite) ?? []),
  })
  const renderer = await createPageRenderer({
    table,
    components: Object.assign({}, modules.components, ...featureComponents),
    NotFound,
    serverHead,
    documentParts,
    onRendered,
  })
  return { ...facts, buildId: manifest.buildId, allowed, log, renderer }
}

/** All features' generated files. */
const generatedFilesOf = (features: readonly ServerFeature[], facts: SiteFacts): GeneratedFiles =>
  Object.assign({}, ...features.map(feature => feature.generatedFiles?.(facts)))

/** Composes what a build and a prerender need to render pages. It has no log: its messages are diagnostics. */
export async function composePages(modules: SiteModules, options: PagesOptions) {
  const { features } = modules
  const core = await composeCore(modules, options, pino({ level: 'silent' }))
  const prerenderers = features.flatMap(({ prerender }) => prerender?.(core) ?? [])
  return {
    renderer: core.renderer,
    prerenderers,
    generatedFiles: generatedFilesOf(features, core),
    placeInSite, // The program's own: it knows the components that its renderer was in.
  }
}

export interface AppOptions extends Omit<PagesOptions, 'origin'> {
  config: Pick<Config, 'origin' | 'serve' | 'trustProxy' | 'hsts' | 'release'>
  /** The folder dist/, which is only read in static mode. */
  dist: string
  log: Logger
  /** Whether the process is ready: false from SIGTERM on. */
  isReady: () => boolean
  /** For development: checks each page that was rendered. */
  onRendered?: OnRendered
  /** For development: responds to a failed request with the reason. */
  failed?: ErrorPages['failed']
}

/** Composes a mode's application. Throws a UserError if build/ or dist/ doesn't fit. */
export async function composeApp(modules: SiteModules, options: AppOptions) {
  const { features, middleware, endpoints, allowed } = modules
  const { table, manifest, config, build, dist, log, isReady, onRendered } = options
  const { origin, serve, trustProxy, hsts, release } = config
  const security = createSecurity(manifest, hsts, allowed)
  const send = createSend(security)
  const counts = createCounts()
  const core = await composeCore(modules, { table, manifest, origin, build }, log, onRendered)
  const staticPages = createStaticPages(core)
  const errorPages: ErrorPages = {
    notFound: staticPages.notFound,
    failed: options.failed ?? staticPages.failed,
  }
  const generatedFiles = generatedFilesOf(features, core)
  const serving: ServingCore = { ...core, errorPages, send, generatedFiles }
  const served = features.map(feature => feature.serve?.(serving)).filter(part => part !== undefined)
  const parts = { table, manifest, origin, served }
  const { files, pages } =
    serve === 'static'
      ? readPrerenderedPages({ ...parts, dist })
      : { files: await readLiveFiles({ ...parts, build, generatedFiles }), pages: new Map() }
  const find = createFind({
    table,
    served,
    files,
    prerendered: pages,
    staticPages,
    buildId: manifest.buildId,
    release,
    isReady,
  })

  const helpers = Object.assign({}, ...served.map(({ endpointHelpers }) => endpointHelpers))
  const endpointsApp = express().disable('x-powered-by')
  await endpoints(endpointsApp, helpers)
  const app = createApp({
    featureMiddleware: features.flatMap(feature => feature.middleware?.({ send }) ?? []),
    middleware,
    endpoints: endpointsApp,
    find,
    errorPages,
    send,
    security,
    log,
    counts,
    isReady,
    trustProxy,
  })
  const figures = (): Readonly<Record<string, number>> =>
    Object.assign({}, ...served.map(({ summary }) => summary?.()))
  return { app, counts, figures }
}
