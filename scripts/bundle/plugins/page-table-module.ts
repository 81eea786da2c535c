import type { Plugin } from 'esbuild'
import { isRightToLeft } from '../../../server/describe/text-direction.ts'
import { yearOf } from '../../../server/manifest.ts'
import type { Company } from '../../../shared/owner.ts'
import { langOf } from '../../../shared/page-table.ts'
import { isLanguage } from '../../lib/is-language.ts'
import type { ReadTable } from '../read-table.ts'

/** The module by which the browser's script knows the layout and its pages. */
export const PAGE_TABLE = 'virtual:page-table'

/** Bundles that module. */
export const virtualPageTable = (contents: () => string): Plugin => ({
  name: 'virtual-page-table',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${PAGE_TABLE}$`) }, ({ path }) => ({ path, namespace: 'virtual' }))
    onLoad({ filter: /./, namespace: 'virtual' }, () => ({ contents: contents() }))
  },
})

/** What the browser's script is given of a build. */
interface ForBrowser extends Pick<ReadTable, 'table' | 'built'> {
  owner: { company: Pick<Company, 'lang'> }
}

/** What the module virtual:page-table exports: by it the browser's script knows the layout and its pages. */
export function pageTableExports({ owner, table, built }: ForBrowser): typeof import('virtual:page-table') {
  const { menus, homes, clientPaths, rows } = table
  const languages = new Set(rows.map(row => langOf(row, owner.company)))
  // What is no language is refused after bundling, together with all else that is wrong in the table.
  const rightToLeft = [...languages].filter(isLanguage).filter(isRightToLeft)
  return { menus, homes, year: yearOf(built), clientPaths, rightToLeft }
}

/** The text of that module. */
export const pageTableModule = (read: ForBrowser): string =>
  Object.entries(pageTableExports(read))
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
