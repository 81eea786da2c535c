import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { UserError } from '../../server/errors.ts'
import { createPageTable, type Table } from '../../shared/page-table.ts'
import { wordProblems } from '../check/table-checks.ts'
import { define } from './define.ts'
import { readContent, type Source } from './read-content.ts'
import { root } from './root.ts'

/** The company's facts and what follows from them, as the source has them now. */
export type Facts = typeof import('./facts.ts')

/** What a build is made from, beside code. */
export interface Read {
  facts: Facts
  table: Table
  /** The pages of shared/content/. */
  sources: Source[]
}

/** Reads the facts and the table; drafts are in it in development alone. Rejects with a UserError where a title or description is too long. */
export async function readTable(development: boolean): Promise<Read> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'scripts/build/facts.ts')],
    absWorkingDir: root,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    define,
    logLevel: 'silent',
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')
  const facts: Facts = await import(`data:text/javascript;base64,${code}`)
  const { pages, rowsOf } = facts
  const rows = rowsOf(pages)
  const problems = wordProblems(rows)
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  const sources = (await readContent()).filter(({ draft }) => development || !draft)
  const content = rowsOf(Object.fromEntries(sources.map(({ id, page }) => [id, page])))
  return { facts, table: createPageTable([...rows, ...content]), sources }
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
