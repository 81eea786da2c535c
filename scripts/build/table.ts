import { build, type Plugin } from 'esbuild'
import type { pages as Pages } from '../../shared/pages.ts'
import type { site as Site } from '../../shared/site.ts'
import { createTable, rowsOf, type Table } from '../../shared/table.ts'
import { wordFaults } from '../prerender/table-checks.ts'
import { readContent, type Source } from './content.ts'
import { Fault } from './faults.ts'
import { root } from './folders.ts'

/** The table as the source has it now, with the pages of shared/content/; drafts are in it in development alone. Rejects with a Fault where a title or description is too long. */
export async function readTable(development: boolean): Promise<{ table: Table; sources: Source[] }> {
  // A bundle, because Node would load an edited module once only.
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents: "export { pages } from './shared/pages.ts'; export { site } from './shared/site.ts'",
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
  const { pages, site }: { pages: typeof Pages; site: typeof Site } = await import(
    `data:text/javascript;base64,${code}`
  )
  const rows = rowsOf(pages)
  const faults = wordFaults(rows, site)
  if (faults.length > 0) throw new Fault(faults.join('\n'))
  const sources = (await readContent(site.name)).filter(({ draft }) => development || !draft)
  return { table: createTable([...rows, ...sources.map(({ row }) => row)]), sources }
}

/** What the browser's script knows of the table on every page: client/virtual.d.ts has the types. Asked for in each build. */
export const virtualSite = (table: () => Table): Plugin => ({
  name: 'virtual-site',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:site$/ }, ({ path }) => ({ path, namespace: 'virtual' }))
    onLoad({ filter: /./, namespace: 'virtual' }, () => {
      const { menus, rows } = table()
      const browserPaths = rows.filter(({ server }) => !server).map(({ path }) => path)
      return {
        contents: `export const menus = ${JSON.stringify(menus)}, browserPaths = ${JSON.stringify(browserPaths)}`,
      }
    })
  },
})
