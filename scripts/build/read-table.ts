import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { createPageTable, type Table } from '../../shared/page-table.ts'
import { buildDate, define } from './define.ts'
import { readContent } from './read-content.ts'
import { root } from './root.ts'

/** The company's facts and what follows from them, as the source has them now. */
export type Facts = typeof import('./facts.ts')

export type Read = Awaited<ReturnType<typeof readTable>>

/** Reads the facts and the table; what is not published yet is in it in development alone. */
export async function readTable(development: boolean) {
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
  const today = buildDate(process.env).toISOString().slice(0, 10)
  const all = await readContent(join(root, 'shared/content'), today)
  /** Since when pages of shared/content/ will be published, by their path, or "draft". */
  const unpublished: ReadonlyMap<string, string> = new Map(
    all.flatMap(({ page }) => (page.unpublished ? [[page.path, page.unpublished]] : [])),
  )
  const sources = all.filter(({ page }) => development || !page.unpublished)
  const content = Object.fromEntries(sources.map(({ id, page }) => [id, page]))
  const table = createPageTable(rowsOf({ ...pages, ...content }))
  return { facts, table, sources, unpublished }
}

/** The module virtual:site, by which the browser's script knows the menus and its pages: client/virtual.d.ts has the types. */
export const virtualSite = (table: () => Table): Plugin => ({
  name: 'virtual-site',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:site$/ }, ({ path }) => ({ path, namespace: 'virtual' }))
    onLoad({ filter: /./, namespace: 'virtual' }, () => {
      const { menus, rows } = table()
      const clientPaths = rows.filter(({ server }) => !server).map(({ path }) => path)
      const values = [`menus = ${JSON.stringify(menus)}`, `clientPaths = ${JSON.stringify(clientPaths)}`]
      return { contents: `export const ${values.join()}` }
    })
  },
})
