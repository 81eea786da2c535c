import type { BuildFeature, FieldProblem, ReadRoutes } from '../../joints.ts'
import { ASSETS_FOLDER, htmlFile, PRERENDERED_FILE } from '../../server/lib/built-files.ts'
import { firstOf } from '../../server/lib/first-of.ts'
import { PROBES } from '../../server/respond/responses.ts'
import { canonicalPath, NOT_FOUND_PATH } from '../../shared/paths.ts'
import {
  createMatch,
  hasParams,
  INDEX,
  placeOf,
  type ResolvedRoute,
  type RouteTable,
  SEGMENT,
  SEGMENT_IN_WORDS,
} from '../../shared/route-table.ts'
import {
  type Company,
  type HeadFields,
  HYDRATE,
  type MenuLink,
  RENAMED_FIELDS,
  type Route,
} from '../../shared/site.ts'
import { MAX_TITLE_LENGTH } from '../../shared/titles.ts'
import { menuLinksOf } from '../lib/company-links.ts'
import { isLanguage } from '../lib/is-language.ts'
import { decoded } from '../lib/link-address.ts'
import type { LinkTargets } from './link-checks.ts'

type Folders = readonly Pick<BuildFeature, 'ownFolder'>[]

/** Paths that already mean something else. */
const reservedBeside = (features: Folders): [RegExp, string][] => [
  [new RegExp(`^(${Object.values(PROBES).join('|')})$`), 'a probe of the server'],
  [new RegExp(`^/(${foldersIn(features).join('|')})(/|$)`), 'a folder of the build'],
  [/^\/dev(\/|$)/, 'a folder of npm run dev'],
  [new RegExp(`^${NOT_FOUND_PATH}$`), 'the not-found page'],
  [new RegExp(`/${INDEX}$`), 'what hosts serve for a folder'],
]

const foldersIn = (features: Folders) => [
  ASSETS_FOLDER,
  ...features.flatMap(({ ownFolder }) => ownFolder ?? []),
]

/** What a file cannot be named, beside these. */
const reservedFiles: [RegExp, string][] = [
  [/\.(br|gz)$/, 'the compressed form of a file'],
  [/^\/licences\.txt$/, 'the licences of what is in the script'],
  [new RegExp(`^/${PRERENDERED_FILE}$`), 'what a prerender writes'],
]

/** Every file of shared/site/public/ that cannot be served under its name, as a message. */
export function fileProblems(names: readonly string[], features: Folders): string[] {
  const reserved = [...reservedBeside(features), ...reservedFiles]
  return names.flatMap(name => {
    const path = `/${name.replace(/\.html$/, '')}`
    const [, use] = reserved.find(([pattern]) => pattern.test(path)) ?? []
    return use ? [`shared/site/public/${name}: that is ${use}, choose another name`] : []
  })
}

/** Where a field of a route is written. */
export const fieldInTable = (id: string, field: string) => `routes.${id}.${field}`

/** Finds where a field of any route is written. */
export const fieldIn =
  (readRoutes: readonly Pick<ReadRoutes, 'fieldAt'>[]) =>
  (id: string, field: string): string =>
    firstOf(readRoutes, ({ fieldAt }) => fieldAt(id, field)) ?? fieldInTable(id, field)

/** Every route of routes.ts without a component, as a message. `files` has the files of the components by the id of the page. */
export const componentProblems = (ids: readonly string[], files: ReadonlyMap<string, string>): string[] =>
  ids
    .filter(id => !files.has(id))
    .map(id => `routes.${id} has no component: write it, and name it in shared/site/components.ts`)

/** Every field of an earlier version, as a message that names the field that replaces it. */
export const renamedFieldProblems = (pages: Readonly<Record<string, Route>>): string[] =>
  Object.entries(pages).flatMap(([id, page]) =>
    Object.entries(RENAMED_FIELDS).flatMap(([field, cure]) =>
      field in page ? [`${fieldInTable(id, field)}: ${cure}`] : [],
    ),
  )

/** The fields of a route that the core has. The others are those of features. */
const CORE_FIELDS: readonly (keyof Route)[] = [
  'path',
  'title',
  'description',
  'label',
  'menus',
  'prerender',
  'hydrate',
  'budget',
  'lang',
  'noindex',
  'canonical',
  'date',
  'isArticle',
]

/** Every field that neither the core nor a listed feature has, as a message. */
export function unknownFieldProblems(
  pages: Readonly<Record<string, Route>>,
  features: readonly BuildFeature[],
): string[] {
  const ofFeatures = features.flatMap(({ fields = [] }) => fields)
  const known: readonly string[] = [...CORE_FIELDS, ...ofFeatures, ...Object.keys(RENAMED_FIELDS)]
  return Object.entries(pages).flatMap(([id, page]) =>
    Object.keys(page)
      .filter(field => !known.includes(field))
      .map(
        field =>
          `${fieldInTable(id, field)}: no feature in server/site/build-features.ts has this field, list the feature or delete the field`,
      ),
  )
}

/**
 * Every `hydrate` with a value that doesn't exist, and every page that waits for a person while shared/site/browser.ts
 * counts page views, as a message. `browserExports` has the names of that file's exports.
 */
export function hydrateProblems(
  routes: readonly ResolvedRoute[],
  browserExports: readonly string[],
): string[] {
  const countsViews = browserExports.includes('onPageView')
  return routes.flatMap(({ id, hydrate }) => {
    const field = `${fieldInTable(id, 'hydrate')} is ${hydrate}`
    if (!HYDRATE.includes(hydrate)) return [`${field}: write ${HYDRATE.join(', ')}, or leave the field out`]
    if (hydrate === 'interaction' && countsViews)
      return [
        `${field}: onPageView of shared/site/browser.ts would miss everyone who only reads the page, so leave the field out`,
      ]
    return []
  })
}

/** No host and no browser writes these in another way. The first segment of a path is fixed. */
const PAGE = new RegExp(`^/$|^/${SEGMENT}(/:?${SEGMENT})*$`)

export const canonicalOf = (path: string) => canonicalPath(path.startsWith('/') ? path : `/${path}`) ?? ''

/** Every path that cannot be an address. `files` stand beside the pages in dist/; `fieldOf` names where a field is written. */
export function tableProblems(
  { routes, languagesWithHome: [, ...others] }: RouteTable,
  files: readonly string[],
  members: string | undefined,
  fieldOf = fieldInTable,
  features: readonly BuildFeature[] = [],
): string[] {
  /** By the path of the home page. */
  const notFoundPaths = new Map(others.map(({ homePath, notFoundPath }) => [homePath, notFoundPath]))
  const taken = new Map<string | undefined, string>([
    [members, 'company.members.path'],
    ...Array.from(notFoundPaths, ([home, path]) => [path, `the not-found page of ${home}`] as const),
    ...files.map(name => [`/${name}`, `the file ${name}`] as const),
  ])
  const problems: string[] = []
  const reserved = reservedBeside(features)
  const pathsBeside = (route: ResolvedRoute) => features.flatMap(each => each.pathsBeside?.(route) ?? [])

  for (const route of routes) {
    const { id, path } = route
    const notFoundPath = notFoundPaths.get(path)
    const field = fieldOf(id, 'path')
    const beside = pathsBeside(route)
    const filesOfPage = [`/${htmlFile(path)}`, ...beside.map(([other]) => other)]
    if (notFoundPath) filesOfPage.push(`/${htmlFile(notFoundPath)}`)
    const problem = formProblem(path) ?? takenProblem(path, filesOfPage, taken, reserved)
    const found = [problem ?? [], paramProblems(route, routes, files, pathsBeside)].flat()
    problems.push(...found.map(each => `${field} is ${path}: ${each}`))
    taken.set(canonicalOf(path), field)
    for (const [other, what] of beside) taken.set(other, what)
    for (const name of ['title', 'label', 'description'] as const) {
      const control = controlProblem(name === 'title' ? route.heading : route[name])
      if (control) problems.push(`${fieldOf(id, name)} ${control}`)
    }
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

/** Names a character that no typeface has and no editor shows. A program may have copied it along with the words. */
function controlProblem(text: string): string | undefined {
  const found = /\p{Cc}/u.exec(text)
  if (!found) return undefined
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
  return `has the control character U+${code} after ${JSON.stringify(text.slice(0, found.index))}: delete it`
}

/** Why a path is not written as it should be. */
function formProblem(path: string): string | undefined {
  const canonical = canonicalOf(path)
  if (!PAGE.test(canonical)) return `write each segment with ${SEGMENT_IN_WORDS}`
  return path === canonical ? undefined : `write ${canonical}`
}

/** What has a path already. `names` are the files of its page in dist/: under such a name there is nothing else. */
function takenProblem(
  path: string,
  names: readonly string[],
  taken: ReadonlyMap<string | undefined, string>,
  reserved: readonly [RegExp, string][],
): string | undefined {
  const [, use] = reserved.find(([pattern]) => pattern.test(path)) ?? []
  const site = use ?? [path, ...names].map(name => taken.get(name)).find(found => found !== undefined)
  return site && `that is ${site}, choose another path`
}

/** What is wrong with the params of a path, such as :slug, and with addresses that fit it and something else. */
function paramProblems(
  route: ResolvedRoute,
  routes: readonly ResolvedRoute[],
  files: readonly string[],
  pathsBeside: (route: ResolvedRoute) => readonly (readonly [path: string, what: string])[],
): string[] {
  const { path, isDynamic } = route
  const found: string[] = []
  const other = routes.slice(0, routes.indexOf(route)).find(each => fitTogether(each, route))
  if (other) found.push(`an address can match both this and ${other.path}: choose another path`)
  if (!hasParams(route)) return found
  const file = files.find(name => {
    const page: `/${string}` = `/${name.replace(/\.\w+$/, '')}`
    const beside = pathsBeside({ ...route, path: page }).map(([address]) => address)
    return fits(route, page) && [page, `/${htmlFile(page)}`, ...beside].includes(`/${name}`)
  })
  if (file) found.push(`this matches the file ${file}: choose another path`)
  const params = path.split('/').filter(segment => segment.startsWith(':'))
  const repeated = params.find((param, i) => params.indexOf(param) < i)
  if (repeated) found.push(`it has ${repeated} twice: choose another name`)
  if (!isDynamic)
    found.push(
      'no feature says which pages there are: write a path without params, or what its feature needs',
    )
  return found
}

export const fits = (route: ResolvedRoute, path: string) => createMatch([route])(path) !== undefined

/** Whether an address can fit two routes, one of which has a param such as :slug: one that has the fixed segments of both. */
function fitTogether(one: ResolvedRoute, other: ResolvedRoute): boolean {
  if (one.path === other.path) return false // That is said already.
  if (!hasParams(one) && !hasParams(other)) return false
  const otherParts = other.path.split('/')
  const isFixed = (segment?: string) => segment !== undefined && !segment.startsWith(':')
  const parts = one.path.split('/').map((part, i) => [part, otherParts[i]].find(isFixed) ?? 'any')
  const address = parts.join('/')
  return fits(one, address) && fits(other, address)
}

/** How much search results show. */
const LENGTHS = {
  title: { min: 1, max: MAX_TITLE_LENGTH },
  description: { min: 50, max: 160 },
}

/** What is wrong with the length of a title or of a description, to follow its name. */
export function lengthProblem(field: keyof typeof LENGTHS, { length }: string): string | undefined {
  const { min, max } = LENGTHS[field]
  return length < min || length > max ? `has ${length} characters: write ${min} to ${max}` : undefined
}

/** What only one page, or only one link of a menu, may have among those of one home page. */
interface Unique {
  /** What is to be unique, such as a title. */
  kind: string
  text: string
  lang: string
  /** Where it is written. */
  field: string
  path: string
}

/**
 * Titles and descriptions that search results would cut, or that two pages share, and a place in a menu that two links
 * have. Words that are those of a field of `company` are named with that, where a site finds them.
 */
export function wordProblems(
  { routes, languages }: RouteTable,
  fieldOf = fieldInTable,
  company: Partial<Company> = {},
): string[] {
  const fieldOfCompany = new Map(Object.entries(company).map(([name, value]) => [value, name]))
  const [ofCompany] = languages
  const homePathOf = (lang: string) =>
    languages.find(each => each.lang === lang)?.homePath ?? ofCompany.homePath
  const problems: string[] = []
  /** The path of the page that has it. */
  const seen = new Map<string, string>()
  const check = ({ kind, text, lang, field, path }: Unique) => {
    // A language with a home page has menus of its own, and its pages may have the words of others.
    const key = [homePathOf(lang), kind, text].join(' ')
    const other = seen.get(key)
    if (other) problems.push(`${field} "${text}" is already used by ${other}: write another`)
    else seen.set(key, path)
  }
  const checkPlaces = ({ menus, lang, path }: Required<MenuLink>, field: string) => {
    for (const [menu, place] of Object.entries(menus))
      check({ kind: 'place', text: `${menu}: ${placeOf(place).place}`, lang, field, path })
  }
  for (const route of routes) {
    const { id, path, heading, description, lang } = route
    const words = { title: heading, description }
    for (const name of ['title', 'description'] as const) {
      const text = words[name]
      const field = fieldOf(id, name)
      const problem = lengthProblem(name, text)
      const shared = fieldOfCompany.get(text)
      if (problem) problems.push(`${field}${shared ? `, which is company.${shared},` : ''} ${problem}`)
      check({ kind: name, text, lang, field, path })
    }
    checkPlaces(route, fieldOf(id, 'menus'))
  }
  for (const [i, link] of menuLinksOf({ lang: ofCompany.lang, ...company }).entries())
    checkPlaces(link, `company.links[${i}].menus`)
  return problems
}

/** What a head can name. */
export type NamedTargets = Pick<LinkTargets, 'isPage' | 'isFile'>

/** What is wrong with an address that a field has. `exists` says whether there's something at a path of this site. */
export function addressProblem(
  address: string,
  exists: (path: string) => boolean,
  missing: string,
): string | undefined {
  if (!/^(\/(?!\/)|https?:\/\/.)/.test(address))
    return `is ${address}: write a path such as /about, or an address with https://`
  return address.startsWith('/') && !exists(decoded(address)) ? `is ${address}: ${missing}` : undefined
}

/** What is wrong with the head of a page, in its route or with its data. */
export function headFieldProblems(
  fields: HeadFields,
  targets: NamedTargets,
  features: readonly BuildFeature[],
): FieldProblem[] {
  const { canonical } = fields
  const problem =
    canonical !== undefined && addressProblem(canonical, targets.isPage, 'there is no such page')
  return [
    ...(problem ? [{ field: 'canonical', problem }] : []),
    ...features.flatMap(({ headProblems }) => headProblems?.(fields, targets) ?? []),
  ]
}

/** Every language that isn't one, and a page at / that isn't in the company's, as a message. `pages` are those of routes.ts. */
export function languageProblems(
  routes: readonly ResolvedRoute[],
  pages: Readonly<Record<string, Route>>,
  company: Pick<Company, 'lang' | 'members' | 'links'>,
  fieldOf = fieldInTable,
): string[] {
  const problems: string[] = []
  const checkLanguage = (field: string, lang: string | undefined) => {
    if (lang !== undefined && !isLanguage(lang))
      problems.push(`${field} is ${lang}: write a language such as en or pt-BR`)
  }
  checkLanguage('company.lang', company.lang)
  checkLanguage('company.members.lang', company.members?.lang)
  for (const [i, { lang }] of (company.links ?? []).entries()) checkLanguage(`company.links[${i}].lang`, lang)
  for (const [id, { lang }] of Object.entries(pages)) checkLanguage(fieldInTable(id, 'lang'), lang)
  const home = routes.find(({ path }) => path === '/')
  if (home && home.lang !== company.lang)
    problems.push(
      `${fieldOf(home.id, 'lang')} is ${home.lang}: the page at / is in company.lang, which is ${company.lang}`,
    )
  return problems
}
