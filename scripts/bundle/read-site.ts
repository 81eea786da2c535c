import { join } from 'node:path'
import { build } from 'esbuild'
import type { FileRoutes, FrontMatterFields } from '../../extension-points.ts'
import { buildFeatures } from '../../server/site/build-features.ts'
import type { RouteTable } from '../../shared/route-table.ts'
import { root } from '../lib/root.ts'
import { images } from '../media/pictures.ts'
import { readBuildDate } from './build-date.ts'
import { makeTable, routesOf } from './make-table.ts'
import { pageFileNames, readPageFiles } from './plugins/page-files.ts'
import { siteImports } from './plugins/site-imports.ts'
import { type VirtualModules, virtualModulesOf } from './plugins/virtual-modules.ts'
import { styleImports } from './styles/imported-styles.ts'

export { buildFeatures }

/** The current data of the site's two folders. */
export type SiteData = typeof import('./site-data.ts')

/** Everything that a build reads before it bundles. */
export interface SiteSource {
  site: SiteData
  /** The routes that features have read. */
  fileRoutes: readonly FileRoutes[]
  table: RouteTable
  /** The build's date. */
  buildDate: string
  virtualModules: VirtualModules
  /** Each page's component file in the project, by the page's id. */
  pageFiles: ReadonlyMap<string, string>
}

/** Reads the site's values, and makes the route table from them. */
export async function readSite(development: boolean): Promise<SiteSource> {
  const site = await importSite()
  const buildDate = readBuildDate(process.env)
  const publishedUntil = development ? undefined : buildDate // Development also shows pages with a future date.
  const fields: FrontMatterFields = Object.assign(
    {},
    ...buildFeatures.map(({ frontMatterFields }) => frontMatterFields),
  )
  const readings = buildFeatures.map(feature => feature.readRoutes?.(publishedUntil, fields))
  const fileRoutes = (await Promise.all(readings)).filter(read => read !== undefined)
  const allRoutes = Object.assign({}, site.routes, ...fileRoutes.map(({ routes }) => routes))
  const table = makeTable(routesOf(allRoutes, site.company, buildFeatures), site.companyFile, buildFeatures)
  const virtualModules = virtualModulesOf(table, buildDate)
  return {
    site,
    fileRoutes,
    table,
    buildDate,
    virtualModules,
    pageFiles: await readPageFiles(site),
  }
}

async function importSite(): Promise<SiteData> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'scripts/bundle/site-data.ts')],
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'silent',
    plugins: [siteImports, pageFileNames, styleImports, images],
  })
  // Each import has a different URL, so it's a new module: a rebuild in development gets the current values.
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
  return import(`data:text/javascript;base64,${code}`)
}
