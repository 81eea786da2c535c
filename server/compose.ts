import { join } from 'node:path'
import type { Express } from 'express'
import type { Layout } from '../shared/document.tsx'
import type { Owner } from '../shared/owner.ts'
import { createPageTable, rowsOf, type Table } from '../shared/page-table.ts'
import { company, labels } from '../shared/site/company.ts'
import { slots } from '../shared/site/layout.tsx'
import { Logo } from '../shared/site/logo.tsx'
import NotFound from '../shared/site/pages/not-found.tsx'
import { pages as ownPages } from '../shared/site/pages.ts'
import { components } from '../shared/site/routes.tsx'
import type { Config } from './config.ts'
import { HOST_FILES, NOT_FOUND_PATH } from './constants.ts'
import { UserError } from './errors.ts'
import { type AppParts, createApp } from './http/app.ts'
import { compressed } from './http/compress.ts'
import { fileResponse, readFiles } from './http/files.ts'
import { createSecurity, type Security } from './http/headers.ts'
import { createSend, type StaticResponse, textResponse } from './http/response.ts'
import type { Logger } from './logger.ts'
import { checkPrerendered, type Manifest, prerenderCommand } from './manifest.ts'
import { generatedFiles } from './pages/generated-files.ts'
import { createPageCache, type PageCache } from './pages/page-cache.ts'
import { pageResponse } from './pages/page-response.ts'
import { createPages, type ReadBody, type RenderablePages, readBodyFrom } from './pages/pages.tsx'
import { createRenderer, type Render } from './pages/render.tsx'
import { createDataPages, createSendPage } from './pages/send-page.ts'
import { directionOf } from './pages/text-direction.ts'
import { fileOf, redirectFile } from './paths.ts'
import { endpoints } from './site/endpoints.ts'
import { serverPages } from './site/pages.ts'
import { allowed } from './site/policy.ts'
import { type Counts, createCounts } from './summary.ts'

// The composition root: the one place of the server where the owner's two folders and the engine meet.

const owner: Owner = { company, labels, Logo, slots }

export const tableOf = ({ content }: Manifest): Table =>
  createPageTable([...rowsOf(ownPages, company), ...content])

export const securityOf = (manifest: Manifest, hsts: Config['hsts']): Security =>
  createSecurity(manifest, hsts, allowed)

export interface PagesOptions {
  manifest: Manifest
  origin: string
  readBody: ReadBody
  /** Told of each page that is rendered. */
  onRendered?: (path: string | undefined, html: Buffer) => void
}

/** Every page, ready to be rendered. Throws a UserError if the component of a page is missing. */
export function composePages({ manifest, origin, readBody, onRendered }: PagesOptions) {
  const table = tableOf(manifest)
  const layout: Layout = { owner, origin, menus: table.menus, dir: directionOf(company.lang) }
  const renderPage = createRenderer(layout)
  const render: Render = async (input, signal) => {
    const html = await renderPage(input, signal)
    onRendered?.(input.page.path, html)
    return html
  }
  return createPages({
    table,
    manifest,
    origin,
    owner,
    allowed,
    components,
    serverPages,
    NotFound,
    readBody,
    render,
  })
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
  const table = tableOf(manifest)
  const security = securityOf(manifest, hsts)
  const send = createSend(security)
  const counts = createCounts()
  const pages = await composePages({ manifest, origin, readBody, ...(onRendered && { onRendered }) })
  const cache = createPageCache(origin, log)
  const failedPage = () => cache(pages.failed).catch(() => textResponse(500, 'Internal server error'))
  const responses =
    serve === 'static'
      ? readPrerendered(dist, manifest, table, origin)
      : await liveResponses(build, manifest, table, origin, pages, cache)
  const app = createApp({
    ...responses,
    table,
    endpoints,
    page: createDataPages({ pages, cache, origin, send, log, counts }),
    sendPage: createSendPage(pages),
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
  pages: RenderablePages,
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
      const page = pages.at(path)
      return page?.fixed ? cache(page) : undefined
    },
    notFound: () => cache(pages.notFound),
  }
}

/** Reads dist/. Throws a UserError if a page is missing: none is rendered in its place. */
function readPrerendered(dist: string, manifest: Manifest, table: Table, origin: string): StaticResponses {
  checkPrerendered(dist, manifest, origin)
  const files = readFiles(dist, manifest.digests)
  /** Takes a page out of the files: under its file's name it would have a second address. */
  const takePage = (path: string, status: number): StaticResponse => {
    const name = fileOf(path)
    const file = files.get(`/${name}`)
    if (!file) throw new UserError(`${join(dist, name)} is missing: run ${prerenderCommand(origin)}`)
    files.delete(`/${name}`)
    return pageResponse(status, file.bodies)
  }
  const pages = new Map<string, StaticResponse>()
  for (const { path, prerender } of table.rows) if (prerender !== false) pages.set(path, takePage(path, 200))
  const notFound = takePage(NOT_FOUND_PATH, 404)
  const redirects = table.moved.flatMap(([from]) => redirectFile(from, table) ?? [])
  for (const name of [...HOST_FILES, ...redirects]) files.delete(`/${name}`)
  return { files, pageAt: path => pages.get(path), notFound: () => notFound }
}
