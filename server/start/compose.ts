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
  SiteFacts,
} from '../../extension-points.ts'
import type { DocumentParts } from '../../shared/document.tsx'
import type { ResolvedRoute, RouteTable } from '../../shared/route-table.ts'
import type { PageModule, Site } from '../../shared/site.ts'
import { createApp } from '../http/app.ts'
import type { Config } from '../lib/config.ts'
import { placeInSite } from '../lib/errors.ts'
import { firstOf } from '../lib/first-of.ts'
import type { Logger } from '../lib/logger.ts'
import { type Manifest, yearOf } from '../lib/manifest.ts'
import { createCounts, type FeatureFigures } from '../lib/summary.ts'
import { createServerHead } from '../metadata/server-head.ts'
import { createFind, probesOf } from '../pages/find.ts'
import { readLiveFiles } from '../pages/live-files.ts'
import { readPrerenderedPages } from '../pages/prerendered-pages.ts'
import { createStaticPages } from '../pages/static-pages.ts'
import { createPageRenderer } from '../render/page-renderer.tsx'
import { createHtmlRenderer, type OnRendered } from '../render/render.tsx'
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
  log: Logger
  /** For development: checks each page that was rendered. */
  onRendered?: OnRendered
}

/** Composes the core's services, which render every page. */
async function composeCore(modules: SiteModules, options: PagesOptions): Promise<CoreServices> {
  const { site, features, NotFound, allowed } = modules
  const { table, manifest, origin, build, log, onRendered } = options
  const { languages } = table
  const facts: SiteFacts = { table, company: site.company, origin, buildDate: manifest.buildDate }
  const readBuilt = (name: string) => readFileSync(join(build, name), 'utf8')
  const featureComponents = features.map(({ components }) => components?.(table, readBuilt))
  const logo = firstOf(features, feature => feature.logo)
  const headSite: HeadSite = {
    ...facts,
    pictureOf: page => firstOf(features, ({ picture }) => picture?.(page, origin)),
    ...(logo && { logo: `${origin}/${logo}` }),
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
    site,
    components: Object.assign({}, modules.components, ...featureComponents),
    NotFound,
    serverHead,
    renderHtml: createHtmlRenderer(documentParts, onRendered),
  })
  return { ...facts, buildId: manifest.buildId, allowed, log, renderer }
}

/** All features' generated files. */
const generatedFilesOf = (features: readonly ServerFeature[], facts: SiteFacts): GeneratedFiles =>
  Object.assign({}, ...features.map(feature => feature.generatedFiles?.(facts)))

/** Composes what a build and a prerender need to render pages. It has no log: its messages are diagnostics. */
export async function composePages(modules: SiteModules, options: Omit<PagesOptions, 'log'>) {
  const { features } = modules
  const core = await composeCore(modules, { ...options, log: pino({ level: 'silent' }) })
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
  /** Whether the process is ready: false from SIGTERM on. */
  isReady: () => boolean
  /** For development: responds to a failed request with the reason. */
  failed?: ErrorPages['failed']
}

/** Composes a mode's application. Throws a UserError if build/ or dist/ doesn't fit. */
export async function composeApp(modules: SiteModules, options: AppOptions) {
  const { features, middleware, endpoints, allowed } = modules
  const { table, manifest, config, build, dist, log, isReady } = options
  const { origin, serve, trustProxy, hsts, release } = config
  const security = createSecurity(manifest, hsts, allowed)
  const send = createSend(security)
  const counts = createCounts()
  const core = await composeCore(modules, { ...options, origin })
  const staticPages = createStaticPages(core)
  const errorPages: ErrorPages = {
    notFound: staticPages.notFound,
    failed: options.failed ?? staticPages.failed,
  }
  const generatedFiles = generatedFilesOf(features, core)
  const served = features
    .map(feature => feature.serve?.({ ...core, errorPages, send, generatedFiles }))
    .filter(part => part !== undefined)
  const filesOf = (route: ResolvedRoute, path: string) =>
    served.flatMap(part => part.filesOf?.(route, path) ?? [])
  const featureFiles = new Map(served.flatMap(part => [...(part.files ?? [])]))
  const liveParts = { table, origin, build, manifest, generatedFiles, featureFiles }
  const { files, pages } =
    serve === 'static'
      ? readPrerenderedPages({ dist, manifest, table, origin, filesOf })
      : { files: await readLiveFiles(liveParts), pages: new Map() }
  const find = createFind({
    table,
    files,
    probes: probesOf([manifest.buildId, release].filter(Boolean).join(' '), isReady),
    prerendered: pages,
    staticPages,
    features: served,
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
  const figures: FeatureFigures = () => Object.assign({}, ...served.map(({ summary }) => summary?.()))
  return { app, counts, figures }
}
