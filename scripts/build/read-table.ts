import { build, type Plugin } from 'esbuild'
import { UserError } from '../../server/errors.ts'
import type { company as Company } from '../../shared/company.ts'
import { createPageTable, type rowsOf as RowsOf, type Table } from '../../shared/page-table.ts'
import type { pages as Pages } from '../../shared/pages.ts'
import { wordProblems } from '../check/table-checks.ts'
import { readContent, type Source } from './read-content.ts'
import { root } from './root.ts'

/** What an edit may have changed since this process has begun. */
interface Edited {
  pages: typeof Pages
  company: typeof Company
  rowsOf: typeof RowsOf
}

/** The table as the source has it now, with the pages of shared/content/; drafts are in it in development alone. Rejects with a UserError where a title or description is too long. */
export async function readTable(development: boolean): Promise<{ table: Table; sources: Source[] }> {
  // A bundle, because Node would load an edited module once only.
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents: `export { pages } from './shared/pages.ts'
        export { company } from './shared/company.ts'
        export { rowsOf } from './shared/page-table.ts'`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
  const { pages, company, rowsOf }: Edited = await import(`data:text/javascript;base64,${code}`)
  const rows = rowsOf(pages)
  const problems = wordProblems(rows, company)
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  const sources = (await readContent()).filter(({ draft }) => development || !draft)
  const content = rowsOf(Object.fromEntries(sources.map(({ id, page }) => [id, page])))
  return { table: createPageTable([...rows, ...content]), sources }
}

/** What the browser's script knows of the table on every page: client/virtual.d.ts has the types. Asked for in each build. */
export const virtualSite = (table: () => Table): Plugin => ({
  name: 'virtual-site',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:site$/ }, ({ path }) => ({ path, namespace: 'virtual' }))
    onLoad({ filter: /./, namespace: 'virtual' }, () => {
      const { menus, rows } = table()
      const clientPaths = rows.filter(({ server }) => !server).map(({ path }) => path)
      return {
        contents: `export const menus = ${JSON.stringify(menus)}, clientPaths = ${JSON.stringify(clientPaths)}`,
      }
    })
  },
})
