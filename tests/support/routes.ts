import type { BuildFeature } from '../../extension-points.ts'
import { makeTable, routesOf } from '../../scripts/bundle/make-table.ts'
import { buildFeatures } from '../../server/site/build-features.ts'
import type { CompanyFile, Route } from '../../shared/site.ts'
import { createRouteTable, type ResolvedRoute, type RouteTable } from './engine.ts'
import { companyFile, languageWith, site } from './site.tsx'

/** Only a feature knows the pages of a route with params. Here, any feature does. */
const withParams: BuildFeature = { isDynamic: ({ path }) => path.includes(':') }

/** The routes of a route table with these pages. A test gives only the fields that it's about. */
export function routesWith(pages: Record<string, Partial<Route> & Pick<Route, 'path'>>) {
  const words = { title: 'A page', description: 'What it shows.', label: 'x' }
  const written = Object.entries(pages).map(([id, page]) => [id, { ...words, ...page }] as const)
  return routesOf(Object.fromEntries(written), site.company, [...buildFeatures, withParams])
}

/** One such route, with the fields that a test gives. */
export function routeWith(
  id: string,
  path: ResolvedRoute['path'],
  more: Partial<ResolvedRoute> = {},
): ResolvedRoute {
  const [route] = routesWith({ [id]: { path } }) as [ResolvedRoute]
  return { ...route, ...more }
}

/** The route table of routes that a test has changed or written. */
export const tableOf = (routes: readonly ResolvedRoute[], words: Partial<CompanyFile> = {}): RouteTable =>
  makeTable(routes, { ...companyFile, ...words }, buildFeatures)

/** The same, with a home page in French at /fr. */
export const tableWithFrench = (routes: readonly ResolvedRoute[]): RouteTable =>
  createRouteTable({
    ...tableOf(routes),
    languages: [languageWith({}), languageWith({ lang: 'fr', homePath: '/fr', notFoundPath: '/fr/404' })],
  })

/** The rows of a table in a text: one per line, with → between cells and ⏎ for a newline. */
export const rowsIn = (table: string) =>
  table
    .trim()
    .split('\n')
    .map(row => row.split(' → ').map(cell => cell.trim().replaceAll('⏎', '\n').replaceAll('⇥', '\t')))
