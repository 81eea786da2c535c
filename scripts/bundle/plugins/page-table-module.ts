import type { Plugin } from 'esbuild'
import { yearOf } from '../../../server/manifest.ts'
import { type ClientRow, headOf } from '../../../shared/page-head.ts'
import type { Row, Table } from '../../../shared/page-table.ts'

/** The texts of the modules that client/ imports as `virtual:…`, by those names. */
export type VirtualModules = Readonly<Record<string, string>>

/** Bundles these modules. They are asked for when one is loaded: before a build there are none. */
export const virtualModules = (modules: () => VirtualModules): Plugin => ({
  name: 'virtual-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:(page-table|client-rows)$/ }, ({ path }) => ({
      path,
      namespace: 'virtual',
    }))
    onLoad({ filter: /./, namespace: 'virtual' }, ({ path }) => ({ contents: modules()[path] ?? '' }))
  },
})

/** The rows of the pages that are shown by a script. */
export const clientRowsIn = ({ rows }: Pick<Table, 'rows'>): Row[] => rows.filter(({ script }) => script)

/** What the script of every page has of the page table. */
export const pageTableExports = (table: Table, built: string): typeof import('virtual:page-table') => ({
  languages: table.languages,
  year: yearOf(built),
  clientPaths: clientRowsIn(table).map(({ path }) => path),
})

/** What the browser is given before the first navigation. */
const clientRowsExports = (table: Table): typeof import('virtual:client-rows') => ({
  rows: clientRowsIn(table).map((row): ClientRow => {
    const { id, path, loader } = row
    return loader ? { id, path, hasData: true } : { ...headOf(row, path, table), id, path }
  }),
})

/** The modules of a page table. */
export const virtualModulesOf = (table: Table, built: string): VirtualModules => ({
  'virtual:page-table': textOf(pageTableExports(table, built)),
  'virtual:client-rows': textOf(clientRowsExports(table)),
})

const textOf = (exports: object): string =>
  Object.entries(exports)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
