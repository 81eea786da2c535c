import { join } from 'node:path'
import type { Express } from 'express'
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
import { fileResponse, HOST_FILES, readFiles } from './files.ts'
import { createSecurity, type Security } from './headers.ts'
import type { Logger } from './log.ts'
import { fileOf, NOWHERE, redirectFile } from './paths.ts'
import { compressed, createReadyPages } from './ready-pages.ts'
import { createRenderer, type Render } from './render.tsx'
import { type Counts, newCounts } from './request-log.ts'
import { createSend, type ReadyResponse, textResponse } from './response.ts'
import { createPageHandlers } from './send-page.ts'
import { siteFiles } from './site-files.ts'
import { createSitePages } from './site-pages.tsx'

export interface SiteParts
  extends Pick<Config, 'origin' | 'serve' | 'trustProxy' | 'hsts'>,
    Partial<Pick<Config, 'release'>> {
  /** The folder build/. */
  build: string
  /** The folder dist/; read in static mode alone. */
  dist: string
  log: Logger
  /** Whether the process wants traffic. */
  ready: () => boolean
  /** Development has the pages of shared/content/ in memory, checks what it renders, and shows why a request has failed. */
  body?: ReadBody
  render?: Render
  failure?: AppParts['failure']
}

interface Site {
  app: Express
  security: Security
  /** A hash of everything that was built. */
  version: string
  counts: Counts
}

/**
 * The composition root: puts the application of a mode together. Throws a UserError where build/ or dist/ is not what it
 * should be.
 */
export async function createSite(parts: SiteParts): Promise<Site> {
  const { build, dist, origin, serve, hsts, log, body = bodiesOf(build) } = parts
  const assets = readAssets(build)
  const { version } = assets
  const table = tableOf(assets)
  const security = createSecurity(assets, hsts)
  const send = createSend(security)
  const counts = newCounts()
  const pages = await createSitePages({ table, assets, origin, body })
  const { render = createRenderer({ origin, menus: table.menus }) } = parts
  const ready = createReadyPages(render, origin, log)
  const site =
    serve === 'static'
      ? readPrerendered(dist, { table, assets, origin })
      : {
          // A file of shared/public/ takes the place of one that is made.
          files: new Map([
            ...(await madeFiles(table, origin)),
            ...readFiles(join(build, 'public'), assets.digests),
          ]),
          pageAt: (path: string) => {
            const page = pages.at(path)
            return page?.fixed ? ready(page) : undefined
          },
          notFound: () => ready(pages.notFound),
        }
  const failure = () => ready(pages.failed).catch(() => textResponse(500, 'Internal server error'))
  const handlers = createPageHandlers({ pages, ready, render, origin, send, log, counts })
  const app = createApp({ failure, ...parts, ...site, ...handlers, table, send, security, counts, version })
  return { app, security, version, counts }
}

const madeFiles = (table: Table, origin: string) =>
  Promise.all(
    Object.entries(siteFiles(table, origin)).map(
      async ([name, text]) => [`/${name}`, fileResponse(name, await compressed(Buffer.from(text)))] as const,
    ),
  )

/** What was prerendered. Throws a UserError where a page is missing: none is rendered in its place. */
function readPrerendered(
  dist: string,
  { table, assets, origin }: { table: Table; assets: Assets; origin: string },
) {
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
  return { files, pageAt: (path: string) => pages.get(path), notFound: () => notFound }
}
