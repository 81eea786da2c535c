import { join } from 'node:path'
import type { Express } from 'express'
import type { ReactNode } from 'react'
import type { Layout } from '../shared/document.tsx'
import type { Company, Owner, PageModule } from '../shared/owner.ts'
import { hasParts, type Table } from '../shared/page-table.ts'
import type { Config } from './config.ts'
import { HOST_FILES, NOT_FOUND_PATH } from './constants.ts'
import { describeError, UserError } from './errors.ts'
import { type AppParts, createApp } from './http/app.ts'
import { compressed } from './http/compress.ts'
import { fileResponse, readFiles } from './http/files.ts'
import { createSecurity, type Security } from './http/headers.ts'
import type { Allowed } from './http/policy.ts'
import { type Bodies, createSend, type StaticResponse } from './http/response.ts'
import type { Logger } from './logger.ts'
import { checkPrerendered, type Manifest, prerenderCommand, yearOf } from './manifest.ts'
import { createCache } from './pages/cache.ts'
import { createConcurrencyLimit } from './pages/concurrency-limit.ts'
import { createDataPages } from './pages/data-pages.ts'
import { createFixedPages, type FixedPages } from './pages/fixed-pages.ts'
import { generatedFiles } from './pages/generated-files.ts'
import { type AnyLoader, createLoadPage } from './pages/load-page.ts'
import { createPageRenderer, type ReadBody, readBodyFrom } from './pages/page-renderer.tsx'
import { dataResponse, pageResponse } from './pages/page-response.ts'
import { sizeWarning } from './pages/page-size.ts'
import { createRenderer, type PageInput, type Render } from './pages/render.tsx'
import { createSitemapHandler, entriesAt, sitemap } from './pages/sitemap.ts'
import { isRightToLeft } from './pages/text-direction.ts'
import { createTurns } from './pages/turns.ts'
import { dataFileOf, fileOf, redirectFile } from './paths.ts'
import { type Counts, createCounts } from './summary.ts'

/** What an owner's two folders have for the server. */
export interface Site {
  owner: Owner
  /** The component of every page, by its id. */
  components: Readonly<Record<string, PageModule>>
  NotFound: () => ReactNode
  loaders: Readonly<Record<string, AnyLoader>>
  endpoints: AppParts['endpoints']
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
  onRendered?: ((path: string | undefined, html: Buffer) => void) | undefined
}

/** What loads and renders every page. */
export async function composePages(site: Site, options: PagesOptions) {
  const { owner, components, NotFound, loaders, allowed } = site
  const { table, manifest, origin, readBody, log, onRendered } = options
  const year = yearOf(manifest.built)
  const layout: Layout = { owner, origin, menus: table.menus, year, isRightToLeft }
  const turns = createTurns()
  const renderPage = createRenderer(layout, turns)
  const warnOfSize = createSizeWarnings(log)
  const render: Render = async (input, signal) => {
    const html = await renderPage(input, signal)
    warnOfSize(input, html)
    onRendered?.(input.page.head.path, html)
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
  return { renderer, loadPage, loaders, turns }
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
  ready: () => boolean
  /** For development: pages of shared/site/content/ in memory, checks of what is rendered, the reason of a failed request. */
  readBody?: ReadBody
  onRendered?: PagesOptions['onRendered']
  failure?: AppParts['failure']
}

/** Puts the application of a mode together. Throws a UserError if build/ or dist/ does not fit. */
export async function composeApp(site: Site, options: AppOptions): Promise<{ app: Express; counts: Counts }> {
  const { loaders, endpoints } = site
  const { company } = site.owner
  const { table, manifest, config, build, dist, log, ready, onRendered } = options
  const { readBody = readBodyFrom(build) } = options
  const { origin, serve, trustProxy, hsts, release } = config
  const security = securityOf(site, manifest, hsts)
  const send = createSend(security)
  const counts = createCounts()
  const { renderer, loadPage, turns } = await composePages(site, {
    table,
    manifest,
    origin,
    readBody,
    log,
    onRendered,
  })
  const make = createConcurrencyLimit(counts, turns)
  const cache = createCache(counts, (error, path) =>
    log.warn({ err: describeError(error), path }, 'loading has failed: the old page stays'),
  )
  const fixedPages = createFixedPages({ renderer, make, cache })
  const dataPages = createDataPages({ table, loadPage, renderer, make, cache, fixedPages, origin, send })
  const responses =
    serve === 'static'
      ? readPrerendered(dist, manifest, table, origin)
      : await liveResponses(build, manifest, table, company, origin, fixedPages)
  const app = createApp({
    ...responses,
    table,
    endpoints,
    page: dataPages.handler,
    sitemap: createSitemapHandler({ table, company, loaders, log, origin, make, cache, send }),
    sendPage: dataPages.sendPage,
    failure: options.failure ?? fixedPages.failed,
    refused: fixedPages.refused,
    send,
    security,
    log,
    counts,
    ready,
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
    'sitemap.xml': sitemap(entriesAt(paths, table, company), origin),
  }
}

/** What is the same for every request. */
type StaticResponses = Pick<AppParts, 'files' | 'pageAt' | 'notFound'>

async function liveResponses(
  build: string,
  manifest: Manifest,
  table: Table,
  company: Company,
  origin: string,
  fixedPages: FixedPages,
): Promise<StaticResponses> {
  const files = new Map<string, StaticResponse>()
  const { built } = manifest
  for (const [name, text] of Object.entries(generatedFiles(table, { company, origin, built })))
    files.set(`/${name}`, fileResponse(name, await compressed(Buffer.from(text))))
  // A file of shared/site/public/ replaces a generated one.
  for (const [path, response] of readFiles(join(build, 'public'), manifest.digests)) files.set(path, response)
  return { files, pageAt: fixedPages.at, notFound: fixedPages.notFound }
}

/** Reads dist/. Throws a UserError if a page is missing or empty: none is rendered in its place. */
function readPrerendered(dist: string, manifest: Manifest, table: Table, origin: string): StaticResponses {
  checkPrerendered(dist, manifest, origin)
  const files = readFiles(dist, manifest.digests)
  /** Takes a file out of the files: under its own name a page would have a second address. */
  const take = (name: string) => {
    const file = files.get(`/${name}`)
    files.delete(`/${name}`)
    return file
  }
  const takeOrFail = (name: string) => {
    const file = take(name)
    if (!file || isDamaged(file.bodies))
      throw new UserError(`${join(dist, name)} is missing or empty: run ${prerenderCommand(origin)}`)
    return file
  }
  const pages = new Map<string, StaticResponse>()
  for (const path of prerenderedPaths(table, [...files.keys()])) {
    pages.set(path, pageResponse(200, takeOrFail(fileOf(path)).bodies))
    if (table.match(path)?.row.loader)
      files.set(`/${dataFileOf(path)}`, dataResponse(200, takeOrFail(dataFileOf(path)).bodies))
  }
  const notFound = pageResponse(404, takeOrFail(fileOf(NOT_FOUND_PATH)).bodies)
  const redirects = table.moved.flatMap(([from]) => redirectFile(from, table) ?? [])
  for (const name of [...HOST_FILES, ...redirects]) files.delete(`/${name}`)
  return { files, pageAt: path => pages.get(path), notFound: () => notFound }
}

/** A copy that was broken off leaves a file without a byte. */
const isDamaged = (bodies: Bodies) => Object.values(bodies).some(body => body?.length === 0)

/** The paths of the pages in dist/: of a path with parts, those that have a file. */
function prerenderedPaths(table: Table, files: readonly string[]): string[] {
  const rows = table.rows.filter(({ prerender }) => prerender !== false)
  const fixed = rows.filter(row => !hasParts(row)).map(({ path }) => path as string)
  const ofParts = files
    .filter(name => name.endsWith('.html'))
    .map(name => name.slice(0, -'.html'.length))
    .filter(path => {
      const row = table.match(path)?.row
      return row !== undefined && hasParts(row)
    })
  return [...fixed, ...ofParts]
}
