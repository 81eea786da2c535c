import { join } from 'node:path'
import { type Assets, bodiesOf, readAssets, tableOf } from '../../server/assets.ts'
import { NOWHERE } from '../../server/paths.ts'
import type { Table } from '../../shared/page-table.ts'

/** The site that was built, for the scripts that render its pages. */
export interface BuiltSite {
  assets: Assets
  table: Table
  /** The paths of all pages, and that of 404.html. */
  paths: readonly string[]
  /** Renders the whole page at a path. */
  render(path: string): Promise<Buffer>
}

/** In milliseconds, for each page: its source of data may be slow. */
const PATIENCE = 30_000

/** Loads the server that was built: it knows the pages with their pictures, and does nothing until it is started. */
export async function loadBuiltSite(build: string, origin: string): Promise<BuiltSite> {
  const { createRenderer, createSitePages }: typeof import('../../server/start.ts') = await import(
    join(build, 'start.js')
  )
  const assets = readAssets(build)
  const table = tableOf(assets)
  const pages = await createSitePages({ table, assets, origin, body: bodiesOf(build) })
  const render = createRenderer({ origin, menus: table.menus })
  return {
    assets,
    table,
    paths: [...table.rows.map(({ path }) => path), NOWHERE],
    render: async path => {
      // Not AbortSignal.timeout: its timer would hold each page in memory until it fires.
      const stop = new AbortController()
      const { signal } = stop
      const timer = setTimeout(() => stop.abort(new Error(`no page after ${PATIENCE} ms`)), PATIENCE)
      try {
        const page = await pages.at(path)?.prepare({ url: new URL(path, origin), signal })
        return await render(page ?? pages.notFound, signal)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
