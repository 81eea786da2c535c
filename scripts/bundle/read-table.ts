import { join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { nameIn } from '../../server/paths.ts'
import { createPageTable, rowsOf, type Table } from '../../shared/page-table.ts'
import { type ContentSource, readContent } from '../content/read-content.ts'
import { root } from '../lib/root.ts'
import { buildDate } from './build-date.ts'
import { styleImports } from './imported-styles.ts'
import { ROUTES } from './page-chunks.ts'
import { pageTableModule } from './page-table-module.ts'

/** The data of the owner's two folders, as it is now. */
export type OwnerModule = typeof import('./owner.ts')

/** What a build reads before it bundles. */
export interface ReadTable {
  owner: OwnerModule
  table: Table
  /** The day of the build. */
  built: string
  /** The module virtual:page-table. */
  pageTable: string
  /** The published pages of shared/site/content/; in development all of them. */
  sources: readonly ContentSource[]
  /** Since when pages of shared/site/content/ will be published, by their path, or "draft". */
  unpublished: ReadonlyMap<string, string>
  /** The file of each page's component in the project, by the id of the page. */
  pageFiles: ReadonlyMap<string, string>
}

/** Reads the owner's values and the table; what is not published yet is in it in development alone. */
export async function readTable(development: boolean): Promise<ReadTable> {
  const owner = await importOwner()
  const built = buildDate(process.env)
  const all = await readContent(join(root, 'shared/site/content'), built)
  const unpublished = new Map<string, string>()
  for (const { page } of all) if (page.unpublished) unpublished.set(page.path, page.unpublished)
  const sources = all.filter(({ page }) => development || !page.unpublished)
  const content = Object.fromEntries(sources.map(({ id, page }) => [id, page]))
  const table = createPageTable(rowsOf({ ...owner.pages, ...content }, owner.company))
  const pageTable = pageTableModule({ owner, table, built })
  return { owner, table, built, pageTable, sources, unpublished, pageFiles: await readPageFiles(owner) }
}

async function importOwner(): Promise<OwnerModule> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'scripts/bundle/owner.ts')],
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    logLevel: 'silent',
    plugins: [pageFileNames, styleImports],
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
  return import(`data:text/javascript;base64,${code}`)
}

/** What routes.tsx imports is the name of the file here, and not the component: a build only needs to know where that is. */
const pageFileNames: Plugin = {
  name: 'page-file-names',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, kind, importer, resolveDir }) =>
      kind === 'dynamic-import' && nameIn(root, importer) === ROUTES
        ? { path: resolve(resolveDir, path), namespace: 'page-file' }
        : undefined,
    )
    onLoad({ filter: /./, namespace: 'page-file' }, ({ path }) => ({
      contents: `export default ${JSON.stringify(nameIn(root, path))}`,
    }))
  },
}

async function readPageFiles({ components }: OwnerModule): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const modules: Readonly<Record<string, () => Promise<{ default: unknown }>>> = components
  for (const [id, load] of Object.entries(modules)) files.set(id, String((await load()).default))
  return files
}
