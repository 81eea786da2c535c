import type { BuildFeature, CheckedSite } from '../../extension-points.ts'
import { ASSETS_FOLDER, htmlFile, PRERENDERED_FILE } from '../../server/lib/built-files.ts'
import { PROBES } from '../../server/respond/responses.ts'
import { canonicalPath, NOT_FOUND_PATH } from '../../shared/paths.ts'
import {
  createMatch,
  hasParams,
  INDEX,
  type ResolvedRoute,
  type RouteTable,
  SEGMENT,
  SEGMENT_IN_WORDS,
} from '../../shared/route-table.ts'
import type { Route } from '../../shared/site.ts'
import { fieldInTable } from '../lib/field-places.ts'

// Mistakes that would make a build broken or ambiguous without any sign of it: a path that no browser requests or that has two
// meanings, a route without a component, a field that nothing reads. Features find other mistakes.

export function routeErrors(
  { table, company, siteRoutes, publicFiles, files, fieldOf }: CheckedSite,
  pageFiles: ReadonlyMap<string, string>,
  features: readonly BuildFeature[],
): string[] {
  return [
    ...fileProblems(publicFiles, features),
    ...tableProblems(table, files, company.members?.path, fieldOf, features),
    ...componentProblems(Object.keys(siteRoutes), pageFiles),
    ...unknownFieldProblems(siteRoutes, features),
  ]
}

/** Paths that already have a different meaning. */
const reservedBeside = (features: readonly BuildFeature[]): [RegExp, string][] => [
  [new RegExp(`^(${Object.values(PROBES).join('|')})$`), 'a probe of the server'],
  [new RegExp(`^/(${foldersIn(features).join('|')})(/|$)`), 'a folder of the build'],
  [/^\/dev(\/|$)/, 'a folder of npm run dev'],
  [new RegExp(`^${NOT_FOUND_PATH}$`), 'the not-found page'],
  [new RegExp(`/${INDEX}$`), 'the index file of a folder'],
]

/** The folders of dist/ in which only generated files may be. */
function foldersIn(features: readonly BuildFeature[]): string[] {
  const names = features.flatMap(({ embeddable = [] }) => embeddable)
  return [ASSETS_FOLDER, ...names.filter(name => name.endsWith('/')).map(name => name.slice(0, -1))]
}

/** More paths that no file can have. */
const reservedFiles: [RegExp, string][] = [
  [/\.(br|gz)$/, 'the compressed form of a file'],
  [/^\/licences\.txt$/, 'the licences of the bundled packages'],
  [new RegExp(`^/${PRERENDERED_FILE}$`), 'the record of a prerender'],
]

/** A message for each file of shared/site/public/ that can't be served under its name. */
export function fileProblems(names: readonly string[], features: readonly BuildFeature[]): string[] {
  const reserved = [...reservedBeside(features), ...reservedFiles]
  return names.flatMap(name => {
    const path = `/${name.replace(/\.html$/, '')}`
    const [, use] = reserved.find(([pattern]) => pattern.test(path)) ?? []
    return use ? [`shared/site/public/${name}: that's ${use}, so choose another name`] : []
  })
}

/** A message for each route of routes.ts without a component. `files` has the component files, by route id. */
export const componentProblems = (ids: readonly string[], files: ReadonlyMap<string, string>): string[] =>
  ids
    .filter(id => !files.has(id))
    .map(id => `routes.${id} has no component: write it, and name it in shared/site/components.ts`)

/** The route fields that the core reads. Features own the others. */
const CORE_FIELDS: readonly (keyof Route)[] = [
  'path',
  'title',
  'description',
  'label',
  'menus',
  'prerender',
  'hydrate',
  'lang',
  'noindex',
  'canonical',
  'date',
  'isArticle',
]

/** A message for each field that neither the core nor a listed feature owns. */
export function unknownFieldProblems(
  routes: Readonly<Record<string, Route>>,
  features: readonly BuildFeature[],
): string[] {
  const ofFeatures = features.flatMap(({ fields = [], frontMatterFields = {} }) => [
    ...fields,
    ...Object.keys(frontMatterFields),
  ])
  const known: readonly string[] = [...CORE_FIELDS, ...ofFeatures]
  return Object.entries(routes).flatMap(([id, route]) =>
    Object.keys(route)
      .filter(field => !known.includes(field))
      .map(
        field =>
          `${fieldInTable(id, field)}: no feature in server/site/build-features.ts has this field. List the feature, or delete the field.`,
      ),
  )
}

/** Matches paths that every host and browser writes in the same way. Their first segment is fixed. */
const PAGE = new RegExp(`^/$|^/${SEGMENT}(/:?${SEGMENT})*$`)

export const canonicalOf = (path: string) => canonicalPath(path.startsWith('/') ? path : `/${path}`) ?? ''

/** A message for each wrong path. `files` are in dist/ besides the pages. `fieldOf` names a field's place. */
export function tableProblems(
  { routes, languagesWithHome: [, ...others] }: RouteTable,
  files: readonly string[],
  members: string | undefined,
  fieldOf = fieldInTable,
  features: readonly BuildFeature[] = [],
): string[] {
  /** The 404 pages' paths, by their home page's path. */
  const notFoundPaths = new Map(others.map(({ homePath, notFoundPath }) => [homePath, notFoundPath]))
  const taken = new Map<string | undefined, string>([
    [members, 'company.members.path'],
    ...Array.from(notFoundPaths, ([home, path]) => [path, `the not-found page of ${home}`] as const),
    ...files.map(name => [`/${name}`, `the file ${name}`] as const),
  ])
  const problems: string[] = []
  const reserved = reservedBeside(features)
  const reservedPaths = (route: ResolvedRoute) => features.flatMap(each => each.reservedPaths?.(route) ?? [])

  for (const route of routes) {
    const { path } = route
    const notFoundPath = notFoundPaths.get(path)
    const field = fieldOf(route.id, 'path')
    const beside = reservedPaths(route)
    const filesOfPage = [`/${htmlFile(path)}`, ...beside.map(([other]) => other)]
    if (notFoundPath) filesOfPage.push(`/${htmlFile(notFoundPath)}`)
    const problem = formProblem(path) ?? takenProblem(path, filesOfPage, taken, reserved)
    const found = [problem ?? [], paramProblems(route, routes, files, reservedPaths)].flat()
    problems.push(...found.map(each => `${field} is ${path}: ${each}`))
    taken.set(canonicalOf(path), field)
    for (const [other, what] of beside) taken.set(other, what)
  }
  for (const route of routes)
    for (const { from, field } of features.flatMap(({ redirects }) => redirects?.(route) ?? [])) {
      const name = fieldOf(route.id, field)
      const problem = takenProblem(from, [], taken, reserved)
      if (problem) problems.push(`${name} is ${from}: ${problem}`)
      taken.set(canonicalOf(from), name)
    }
  return problems
}

/** A message if a path isn't canonical. */
function formProblem(path: string): string | undefined {
  const canonical = canonicalOf(path)
  if (!PAGE.test(canonical)) return `write each segment with ${SEGMENT_IN_WORDS}`
  return path === canonical ? undefined : `write ${canonical}`
}

/** A message if a path is already taken, or one of `names`: the files of its page in dist/. */
function takenProblem(
  path: string,
  names: readonly string[],
  taken: ReadonlyMap<string | undefined, string>,
  reserved: readonly [RegExp, string][],
): string | undefined {
  const [, use] = reserved.find(([pattern]) => pattern.test(path)) ?? []
  const site = use ?? [path, ...names].map(name => taken.get(name)).find(found => found !== undefined)
  return site && `that's ${site}, so choose another path`
}

/** Messages about a path's params, such as :slug, and about addresses that match both the path and something else. */
function paramProblems(
  route: ResolvedRoute,
  routes: readonly ResolvedRoute[],
  files: readonly string[],
  reservedPaths: (route: ResolvedRoute) => readonly (readonly [path: string, what: string])[],
): string[] {
  const { path, isDynamic } = route
  const found: string[] = []
  const other = routes.slice(0, routes.indexOf(route)).find(each => fitTogether(each, route))
  if (other) found.push(`an address can match both this and ${other.path}, so choose another path`)
  if (!hasParams(route)) return found
  const file = files.find(name => {
    const page: `/${string}` = `/${name.replace(/\.\w+$/, '')}`
    const beside = reservedPaths({ ...route, path: page }).map(([address]) => address)
    return fits(route, page) && [page, `/${htmlFile(page)}`, ...beside].includes(`/${name}`)
  })
  if (file) found.push(`this matches the file ${file}, so choose another path`)
  const params = path.split('/').filter(segment => segment.startsWith(':'))
  const repeated = params.find((param, i) => params.indexOf(param) < i)
  if (repeated) found.push(`it has ${repeated} twice, so choose another name`)
  if (!isDynamic)
    found.push(
      'no feature knows its pages, so write a path without params, or the field of a feature that knows them',
    )
  return found
}

export const fits = (route: ResolvedRoute, path: string) => createMatch([route])(path) !== undefined

/** Whether an address can match two routes, at least one with a param such as :slug. It would have the fixed segments of both. */
function fitTogether(one: ResolvedRoute, other: ResolvedRoute): boolean {
  if (one.path === other.path) return false // takenProblem has reported that.
  if (!hasParams(one) && !hasParams(other)) return false
  const otherParts = other.path.split('/')
  const isFixed = (segment?: string) => segment !== undefined && !segment.startsWith(':')
  const parts = one.path.split('/').map((part, i) => [part, otherParts[i]].find(isFixed) ?? 'any')
  const address = parts.join('/')
  return fits(one, address) && fits(other, address)
}
