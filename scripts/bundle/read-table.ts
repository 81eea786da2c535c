import { join } from 'node:path'
import { build } from 'esbuild'
import type { Row, Table } from '../../shared/page-table.ts'
import { type ContentSource, readContent } from '../content/read-content.ts'
import { root } from '../lib/root.ts'
import { images } from '../media/pictures.ts'
import { buildDate } from './build-date.ts'
import { makeTable, rowsOf } from './make-table.ts'
import { pageFileNames, readPageFiles } from './plugins/page-files.ts'
import { type VirtualModules, virtualModulesOf } from './plugins/virtual-modules.ts'
import { styleImports } from './styles/imported-styles.ts'

/** The data of the owner's two folders, as it is now. */
export type OwnerData = typeof import('./owner-data.ts')

/** What a build reads before it bundles. */
export interface ReadTable {
  owner: OwnerData
  table: Table
  /** The rows of the table, and in a build also those of what is not published yet. */
  rows: readonly Row[]
  /** The day of the build. */
  buildDay: string
  virtualModules: VirtualModules
  /** The published pages of shared/site/content/; in development all of them. */
  sources: readonly ContentSource[]
  /** By the path of a page of shared/site/content/ that is not published yet: the day on which it will be, or "draft". */
  unpublished: ReadonlyMap<string, string>
  /** The file of each page's component in the project, by the id of the page. */
  pageFiles: ReadonlyMap<string, string>
}

/** Reads the owner's values and the table. A draft, and a page with a date to come, is left out, but in development. */
export async function readTable(development: boolean): Promise<ReadTable> {
  const owner = await importOwner()
  const buildDay = buildDate(process.env)
  const all = await readContent(join(root, 'shared/site/content'), buildDay)
  const unpublished = new Map<string, string>()
  for (const { page } of all) if (page.unpublished) unpublished.set(page.path, page.unpublished)
  const content = Object.fromEntries(all.map(({ id, page }) => [id, page]))
  // Of all pages: what is below a home page is in its language, though that is a draft.
  const rows = rowsOf({ ...owner.pages, ...content }, owner.company)
  const isShown = ({ unpublished: day }: Pick<Row, 'unpublished'>) => development || !day
  const sources = all.filter(({ page }) => isShown(page))
  const table = makeTable(rows.filter(isShown), owner)
  const virtualModules = virtualModulesOf(table, buildDay)
  return {
    owner,
    table,
    rows,
    buildDay,
    virtualModules,
    sources,
    unpublished,
    pageFiles: await readPageFiles(owner),
  }
}

async function importOwner(): Promise<OwnerData> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'scripts/bundle/owner-data.ts')],
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'silent',
    plugins: [pageFileNames, styleImports, images],
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
  return import(`data:text/javascript;base64,${code}`)
}
