import type { Plugin } from 'esbuild'
import { yearOf } from '../../../server/lib/manifest.ts'
import { type ClientRoute, headOf } from '../../../shared/page-head.ts'
import { hasScript, type ResolvedRoute, type RouteTable } from '../../../shared/route-table.ts'

/** The texts of the modules that client/ imports as `virtual:…`, by those names. */
export type VirtualModules = Readonly<Record<string, string>>

/** Bundles these modules. They are asked for when one is loaded: before a build there are none. */
export const virtualModules = (modules: () => Promise<VirtualModules>): Plugin => ({
  name: 'virtual-modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:(site|pages)$/ }, ({ path }) => ({
      path,
      namespace: 'virtual',
    }))
    onLoad({ filter: /./, namespace: 'virtual' }, async ({ path }) => ({
      contents: (await modules())[path] ?? '',
    }))
  },
})

/** The routes of the pages that are shown by a script. */
export const hydratedRoutesIn = ({ routes }: Pick<RouteTable, 'routes'>): ResolvedRoute[] =>
  routes.filter(hasScript)

/** virtual:site: what the script of every page has. */
export const siteExports = (table: RouteTable, buildDate: string): typeof import('virtual:site') => ({
  languages: table.languages,
  year: yearOf(buildDate),
  hydratedPaths: hydratedRoutesIn(table).map(({ path }) => path),
})

/** virtual:pages: what the browser is given before the first navigation. */
const pagesExports = (table: RouteTable): typeof import('virtual:pages') => ({
  routes: hydratedRoutesIn(table).map((route): ClientRoute => {
    const { id, path, isDynamic } = route
    return isDynamic ? { id, path, isDynamic } : { ...headOf(route, path, table), id, path }
  }),
})

/** The modules of a route table. */
export const virtualModulesOf = (table: RouteTable, buildDate: string): VirtualModules => ({
  'virtual:site': textOf(siteExports(table, buildDate)),
  'virtual:pages': textOf(pagesExports(table)),
})

const textOf = (exports: object): string =>
  Object.entries(exports)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
