import { join } from 'node:path'
import type { Express } from 'express'
import type { Layout } from '../shared/document.tsx'
import type { Owner } from '../shared/owner.ts'
import { createPageTable, hasParts, rowsOf, type Table } from '../shared/page-table.ts'
import { company, labels, translations } from '../shared/site/company.ts'
import { slots } from '../shared/site/layout.tsx'
import { Logo } from '../shared/site/logo.tsx'
import NotFound from '../shared/site/pages/not-found.tsx'
import { pages as ownPages } from '../shared/site/pages.ts'
import { components } from '../shared/site/routes.tsx'
import type { Config } from './config.ts'
import { HOST_FILES, NOT_FOUND_PATH } from './constants.ts'
import { describeError, UserError } from './errors.ts'
import { type AppParts, createApp } from './http/app.ts'
import { compressed } from './http/compress.ts'
import { fileResponse, readFiles } from './http/files.ts'
import { createSecurity, type Security } from './http/headers.ts'
import { type Bodies, createSend, type StaticResponse, textResponse } from './http/response.ts'
import type { Logger } from './logger.ts'
import { checkPrerendered, type Manifest, prerenderCommand } from './manifest.ts'
import { createDataPages } from './pages/data-pages.ts'
import { generatedFiles } from './pages/generated-files.ts'
import { type AnyLoader, createLoadPage } from './pages/load-page.ts'
import { createPageCache, type PageCache } from './pages/page-cache.ts'
import { createPageRenderer, type PageRenderer, type ReadBody, readBodyFrom } from './pages/page-renderer.tsx'
import { dataResponse, pageResponse } from './pages/page-response.ts'
import { createRenderer, type Render } from './pages/render.tsx'
import { createSitemapHandler } from './pages/sitemap.ts'
import { isRightToLeft } from './pages/text-direction.ts'
import { dataFileOf, fileOf, redirectFile } from './paths.ts'
import { endpoints } from './site/endpoints.ts'
import { loaders as ownLoaders } from './site/loaders.ts'
import { allowed } from './site/policy.ts'
import { type Counts, createCounts } from './summary.ts'

// The composition root: the one place of the server where the owner's two folders and the engine meet.

const owner: Owner = { company, labels, translations, Logo, slots }

/** Each held against its page by the compiler: server/pages/loader.ts. */
const loaders: Readonly<Record<string, AnyLoader>> = ownLoaders

export const tableOf = ({ content }: Manifest): Table =>
  createPageTable([...rowsOf(ownPages, company), ...content])

export const securityOf = (manifest: Manifest, hsts: Config['hsts']): Security =>
  createSecurity(manifest, hsts, allowed)

export interface PagesOptions {
  manifest: Manifest
  origin: string
  readBody: ReadBody
  log: Logger
  /** Told of each page that is rendered. */
  onRendered?: ((path: string | undefined, html: Buffer) => void) | undefined
}

/** What loads and renders every page. Throws a UserError if the component of a page is missing. */
export async function composePages({ manifest, origin, readBody, log, onRendered }: PagesOptions) {
  const table = tableOf(manifest)
  const layout: Layout = { owner, origin, menus: table.menus, isRightToLeft }
  const renderPage = createRenderer(layout)
  const render: Render = async (input, signal) => {
    const html = await renderPage(input, signal)
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
  const loadPage = createLoadPage({ loaders, company, version, redirects, log })
  return { table, renderer, loadPage, loaders }
}

export interface AppOptions {
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
export async function composeApp(options: AppOptions): Promise<{ app: Express; counts: Counts }> {
  const { manifest, config, build, dist, log, ready, readBody = readBodyFrom(build), onRendered } = options
  const { origin, serve, trustProxy, hsts, release } = config
  const security = securityOf(manifest, hsts)
  const send = createSend(security)
  const counts = createCounts()
  const { table, renderer, loadPage } = await composePages({ manifest, origin, readBody, log, onRendered })
  const cache = createPageCache()
  const failedPage = () => cache(renderer.failed).catch(() => textResponse(500, 'Internal server error'))
  const dataPages = createDataPages({ table, loadPage, renderer, cache, origin, send, log, counts })
  const responses =
    serve === 'static'
      ? readPrerendered(dist, manifest, table, origin)
      : await liveResponses(build, manifest, table, origin, renderer, cache)
  const onSitemapError = (error: unknown, path: string) =>
    log.warn({ err: describeError(error), path }, 'the sitemap lacks pages: a loader has failed')
  const app = createApp({
    ...responses,
    table,
    endpoints,
    page: dataPages.handler,
    sitemap: createSitemapHandler({ table, company, loaders, origin, send, onError: onSitemapError }),
    sendPage: dataPages.sendPage,
    failure: options.failure ?? failedPage,
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

/** What is the same for every request. */
type StaticResponses = Pick<AppParts, 'files' | 'pageAt' | 'notFound'>

async function liveResponses(
  build: string,
  manifest: Manifest,
  table: Table,
  origin: string,
  renderer: PageRenderer,
  cache: PageCache,
): Promise<StaticResponses> {
  const files = new Map<string, StaticResponse>()
  for (const [name, text] of Object.entries(generatedFiles(table, company, origin)))
    files.set(`/${name}`, fileResponse(name, await compressed(Buffer.from(text))))
  // A file of shared/site/public/ replaces a generated one.
  for (const [path, response] of readFiles(join(build, 'public'), manifest.digests)) files.set(path, response)
  return {
    files,
    pageAt: path => {
      const page = renderer.fixedAt(path)
      return page && cache(page)
    },
    notFound: () => cache(renderer.notFound),
  }
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
