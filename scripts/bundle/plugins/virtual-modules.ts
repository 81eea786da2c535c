import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { yearOf } from '../../../server/lib/manifest.ts'
import { type ClientRoute, headOf } from '../../../shared/page-head.ts'
import { hasScript, type ResolvedRoute, type RouteTable } from '../../../shared/route-table.ts'
import { root } from '../../lib/root.ts'

/** The texts of the modules that client/ imports as `virtual:…`, by name. */
export type VirtualModules = Readonly<Record<string, string>>

/** Bundles these modules. `modules` is called for each one that is loaded, because every build has others. */
export const virtualModules = (modules: () => VirtualModules): Plugin => ({
  name: 'virtual-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:(site|pages)$/ }, ({ path }) => ({
      path,
      namespace: 'virtual',
    }))
    onLoad({ filter: /./, namespace: 'virtual' }, ({ path }) => ({
      contents: modules()[path] ?? '',
    }))
  },
})

/** The routes in the browser's router: all hydrated pages, except those that need their document. */
export const hydratedRoutesIn = ({ routes }: Pick<RouteTable, 'routes'>): ResolvedRoute[] =>
  routes.filter(route => hasScript(route) && !route.hydratedBy)

/** virtual:site, which every page's script contains. */
export const siteExports = (table: RouteTable, buildDate: string): typeof import('virtual:site') => ({
  languages: table.languages,
  year: yearOf(buildDate),
  hydratedPaths: hydratedRoutesIn(table).map(({ path }) => path),
})

/** virtual:pages, which the browser loads before the first navigation. */
const pagesExports = (table: RouteTable): typeof import('virtual:pages') => ({
  routes: hydratedRoutesIn(table).map((route): ClientRoute => {
    const { id, path, isDynamic } = route
    return isDynamic ? { id, path, isDynamic } : { ...headOf(route, path, table), id, path }
  }),
})

/** Makes a route table's modules. */
export const virtualModulesOf = (table: RouteTable, buildDate: string): VirtualModules => ({
  'virtual:site': textOf(siteExports(table, buildDate)),
  'virtual:pages': textOf(pagesExports(table)) + documentPages(table),
})

/** Makes esbuild bundle the components that read their document. Nobody calls these functions, so they aren't in the script. */
function documentPages({ routes }: RouteTable): string {
  const files = new Set(routes.flatMap(({ hydratedBy }) => hydratedBy ?? []))
  const imports = Array.from(files, file => `() => import(${JSON.stringify(join(root, file))})`)
  return `export const documentPages = [${imports}]\n`
}

const textOf = (exports: object): string =>
  Object.entries(exports)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
