import { build, type Plugin } from 'esbuild'
import type { pages as Pages } from '../../shared/pages.ts'
import { createTable, rowsOf, type Table } from '../../shared/table.ts'
import { root } from './folders.ts'

/** The table as the source has it now. A bundle, because Node would load an edited module once only. */
export async function readTable(): Promise<Table> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['shared/pages.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
  const { pages }: { pages: typeof Pages } = await import(`data:text/javascript;base64,${code}`)
  return createTable(rowsOf(pages))
}

/** What the browser's script knows of the table on every page: client/virtual.d.ts has the types. */
export const virtualSite: Plugin = {
  name: 'virtual-site',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:site$/ }, ({ path }) => ({ path, namespace: 'virtual' }))
    onLoad({ filter: /./, namespace: 'virtual' }, async () => {
      const { menus, rows } = await readTable()
      const browserPaths = rows.filter(({ server }) => !server).map(({ path }) => path)
      return {
        contents: `export const menus = ${JSON.stringify(menus)}, browserPaths = ${JSON.stringify(browserPaths)}`,
      }
    })
  },
}
