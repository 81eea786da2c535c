import { join } from 'node:path'
import type { Table } from '../shared/page-table.ts'
import { type AppParts, createApp } from './app.ts'
import {
  type Assets,
  bodiesOf,
  checkPrerendered,
  prerenderCommand,
  type ReadBody,
  readAssets,
  tableOf,
} from './assets.ts'
import type { Config } from './config.ts'
import { UserError } from './errors.ts'
import { compressed, fileResponse, HOST_FILES, readFiles } from './files.ts'
import { createSecurity } from './headers.ts'
import type { Counts, RequestLogParts } from './log.ts'
import { fileOf, NOWHERE, redirectFile } from './paths.ts'
import { createRenderer, type Render } from './render.tsx'
import { createSend, type ReadyResponse, textResponse } from './response.ts'
import { createPages } from './send-page.ts'
import { siteFiles } from './site-files.ts'
import { createSitePages } from './site-pages.tsx'

export interface SiteParts
  extends Pick<Config, 'origin' | 'serve' | 'trustProxy' | 'hsts'>,
    Partial<Pick<Config, 'release'>>,
    Omit<RequestLogParts, 'counts'> {
  /** The folder build/. */
  build: string
  /** The folder dist/; read in static mode alone. */
  dist: string
  /** For development: pages of shared/content/ in memory, checks of what is rendered, and the reason of a failed request. */
  body?: ReadBody
  render?: Render
  failure?: AppParts['failure']
}

/** The composition root: puts the application of a mode together. Throws a UserError if build/ or dist/ does not fit. */
export async function createSite(parts: SiteParts) {
  const { build, dist, origin, serve, log, ready, trustProxy } = parts
  const assets = readAssets(build)
  const table = tableOf(assets)
  const security = createSecurity(assets, parts.hsts)
  const send = createSend(security)
  const counts: Counts = { requests: 0, errors: 0, refused: 0, waiting: 0 }
  const { body = bodiesOf(build), render = createRenderer({ origin, menus: table.menus }) } = parts
  const pages = await createSitePages({ table, assets, origin, body, render })
  const { readyPage, page, sendPage } = createPages({ pages, origin, send, log, counts })

  const site = serve === 'static' ? readPrerendered(dist, assets, table, origin) : await renderedLive()
  const app = createApp({
    ...site,
    table,
    send,
    security,
    log,
    counts,
    page,
    sendPage,
    ready,
    trustProxy,
    failure:
      parts.failure ??
      (() => readyPage(pages.failed).catch(() => textResponse(500, 'Internal server error'))),
    release: [assets.version, parts.release].filter(Boolean).join(' '),
  })
  return { app, security, counts }

  async function renderedLive(): Promise<Served> {
    const made = Object.entries(siteFiles(table, origin)).map(
      async ([name, text]) => [`/${name}`, fileResponse(name, await compressed(Buffer.from(text)))] as const,
    )
    return {
      // A file of shared/public/ replaces a generated one.
      files: new Map([...(await Promise.all(made)), ...readFiles(join(build, 'public'), assets.digests)]),
      pageAt: path => {
        const page = pages.at(path)
        return page?.fixed ? readyPage(page) : undefined
      },
      notFound: () => readyPage(pages.notFound),
    }
  }
}

type Served = Pick<AppParts, 'files' | 'pageAt' | 'notFound'>

/** Reads dist/. Throws a UserError if a page is missing: none is rendered in its place. */
function readPrerendered(dist: string, assets: Assets, table: Table, origin: string): Served {
  checkPrerendered(dist, assets, origin)
  const files = readFiles(dist, assets.digests)
  const take = (path: string): ReadyResponse => {
    const name = fileOf(path)
    const file = files.get(`/${name}`)
    if (!file) throw new UserError(`${join(dist, name)} is missing: run ${prerenderCommand(origin)}`)
    files.delete(`/${name}`)
    return file
  }
  const rows = table.rows.filter(({ prerender }) => prerender !== false)
  const pages = new Map<string, ReadyResponse>(rows.map(({ path }) => [path, take(path)]))
  const notFound = take(NOWHERE)
  const redirects = table.moved.flatMap(([from]) => redirectFile(from, table) ?? [])
  for (const name of [...HOST_FILES, ...redirects]) files.delete(`/${name}`)
  return { files, pageAt: path => pages.get(path), notFound: () => notFound }
}
