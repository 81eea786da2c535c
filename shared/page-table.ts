import { matchPath } from 'react-router'
import type { Company, Menu, MenuLink, Menus, Page, Place, Places } from './owner.ts'
import { canonicalPath, NOT_FOUND_PATH } from './paths.ts'
import { titleOf } from './titles.ts'

/** A page as it is written in shared/site/pages.ts or in shared/site/content/. */
export interface Written extends Page {
  /** On which day a page of shared/site/content/ was written, as 2026-11-21, or else its place in its folder. */
  readonly date?: string
  readonly order?: number
  /** In development alone: the day on which the page will be published, or "draft". */
  readonly unpublished?: string
}

/** A page with its name: its key in shared/site/pages.ts, or the path of its file in shared/site/content/. */
export interface Row extends Written {
  readonly id: string
  /** The page's own title. `title` is the document's, which may have the company's name beside it. */
  readonly heading: string
  readonly menus: Places
}

/** The parts of an address by their names in a path such as /jobs/:slug. It has no prototype. */
export type Params = Readonly<Record<string, string>>

/** The row that an address fits. */
export interface Match<Of = Row> {
  row: Of
  params: Params
}

/** What the layout shows in a language that is not the company's. */
export interface Home {
  lang: string
  /** The path of its home page. All that is below is in that language. A language without one has /, and the menus of that. */
  path: string
  menus: Menus
}

/** Every page of a site, and what is derived from them. */
export interface Table {
  rows: readonly Row[]
  /** Those of the company's language. */
  menus: Menus
  homes: readonly Home[]
  /** The language of an address with or without a page, where it is not the company's. */
  langAt(path: string): string | undefined
  /** The path of the page for an address without a page, in each language: it is a file in dist/, and no address. */
  notFoundPaths: readonly string[]
  /** The paths of the pages that are shown by a script. */
  clientPaths: readonly string[]
  /** Every former path with the current path of its page. */
  former: readonly (readonly [from: string, to: string])[]
  /** The row that this path fits. */
  match(path: string): Match | undefined
  /** The path to which this one redirects: another spelling of a page's path, or a former path. Otherwise undefined. */
  redirectOf(path: string): string | undefined
}

/** The language of a page. */
export const langOf = ({ lang }: { lang?: string | undefined }, company: Pick<Company, 'lang'>): string =>
  lang ?? company.lang

type HomePage = Pick<Home, 'lang' | 'path'>

/** The home page of a language that is at a path, or above it. */
export const homeAbove = (homes: readonly HomePage[], path: string): HomePage | undefined =>
  homes.find(home => `${path}/`.startsWith(`${home.path}/`))

/** The language of whatever is at a path, a page or none: that of the home page above it. Undefined is the company's. */
const langBelow = (homes: readonly HomePage[], path: string) => homeAbove(homes, path)?.lang

/** The home pages of languages. */
export const homePagesIn = (pages: readonly Page[]): HomePage[] =>
  pages.flatMap(({ path, home: lang }) => (lang ? { lang, path } : []))

/** Whether a page is the home page of a language. */
export const isHome = ({ path, home }: Page) => path === '/' || home !== undefined

/** The rows of an object such as `pages`, in its order. A home page above them may stand elsewhere. */
export function rowsOf(
  pages: Readonly<Record<string, Written>>,
  company: Company,
  homes: readonly HomePage[] = homePagesIn(Object.values(pages)),
): Row[] {
  return Object.entries(pages).map(([id, page]) => {
    const lang = page.lang ?? langBelow(homes, page.path)
    const title = titleOf(company, page.title, isHome(page))
    return { ...page, ...(lang && { lang }), id, heading: page.title, title, menus: page.menus ?? {} }
  })
}

export function createPageTable(
  rows: readonly Row[],
  { links = [], lang: companyLang }: Partial<Pick<Company, 'links' | 'lang'>> = {},
): Table {
  const homePages = homePagesIn(rows)
  const notFoundPaths = ['', ...homePages.map(({ path }) => path)].map(path => path + NOT_FOUND_PATH)
  const matchRow = createMatch(rows)
  const match: Table['match'] = path => (notFoundPaths.includes(path) ? undefined : matchRow(path))
  const formerPaths = rows.flatMap(({ path, former = [] }) => former.map(from => [from, path] as const))
  const currentPaths = new Map<string, string>(formerPaths)
  const otherLanguages = new Set(rows.flatMap(({ lang }) => (lang && lang !== companyLang ? lang : [])))

  /** The home page of a language, and its menus: they have the links in that language, or else in the company's. */
  function homeOf(lang: string | undefined): Omit<Home, 'lang'> {
    const pathIn = (language?: string) => homePages.find(home => home.lang === language)?.path ?? '/'
    const path = pathIn(lang)
    const shown = [...rows, ...links].filter(link => pathIn(link.lang) === path)
    const withLang = ({ lang: own = companyLang, ...link }: MenuLink) => ({
      ...link,
      ...(own && own !== lang && { lang: own }),
    })
    return { path, menus: menusOf(shown.map(withLang)) }
  }

  return {
    rows,
    menus: homeOf(companyLang).menus,
    homes: Array.from(otherLanguages, lang => ({ lang, ...homeOf(lang) })),
    langAt: path => langBelow(homePages, canonicalPath(path) ?? ''),
    notFoundPaths,
    clientPaths: rows.filter(({ script }) => script !== false).map(({ path }) => path),
    former: formerPaths,
    match,
    redirectOf: path => {
      const canonical = canonicalPath(path)
      if (canonical === undefined) return undefined
      const isOtherSpelling = canonical !== path && match(canonical) !== undefined
      return isOtherSpelling ? canonical : currentPaths.get(canonical)
    },
  }
}

/** Finds the row that a path fits: by its text where the row has no parts, and otherwise by react-router's rules. */
export function createMatch<Of extends { path: string }>(rows: readonly Of[]) {
  const byPath = new Map(rows.filter(row => !hasParts(row)).map(row => [row.path, row]))
  const rowsWithParts = rows.filter(hasParts)
  return (path: string): Match<Of> | undefined => {
    const row = byPath.get(path)
    return row ? { row, params: NO_PARAMS } : matchParts(rowsWithParts, path)
  }
}

function matchParts<Of extends { path: string }>(rows: readonly Of[], path: string): Match<Of> | undefined {
  // react-router ignores case and a slash at the end, and a part may have any letters.
  if (path !== canonicalPath(path)) return undefined
  for (const row of rows) {
    const found = matchPath(row.path, path)
    if (found && Object.values(found.params).every(isPart))
      return { row, params: Object.assign(Object.create(null), found.params) }
  }
  return undefined
}

/** Whether a path has a part that stands for many, such as :slug. */
export const hasParts = ({ path }: { path: string }) => path.includes('/:')

const NO_PARAMS: Params = Object.freeze(Object.create(null))

/** A part of an address as a regular expression, and in words. */
export const PART = '[a-z0-9][a-z0-9_-]{0,99}'
export const PART_IN_WORDS = 'a to z, 0 to 9, - and _, a letter or a digit first, at most 100'

/** What hosts serve for a folder. */
export const INDEX = 'index'

/** What :slug can stand for. */
const VALUE = new RegExp(`^(?!${INDEX}$)${PART}$`)
const isPart = (text = '') => VALUE.test(text)

const menusOf = (all: readonly MenuLink[]): Menus => ({
  header: menuOf(all, 'header'),
  footer: menuOf(all, 'footer'),
})

/** The links of a menu in the order of their places, those of a group together. */
function menuOf(all: readonly MenuLink[], menu: Menu): Menus[Menu] {
  const placed = all
    .flatMap(({ path, label, lang, menus: { [menu]: place } }) =>
      place === undefined ? [] : { ...placeOf(place), link: { path, label, ...(lang && { lang }) } },
    )
    .sort((a, b) => a.place - b.place)
  const together = Map.groupBy(placed, ({ group, link }) => group ?? link)
  return Array.from(together, ([key, found]) =>
    typeof key === 'string' ? { label: key, links: found.map(({ link }) => link) } : key,
  )
}

/** A link's place as a number, and its group, if it has one. */
export const placeOf = (place: Place): { place: number; group?: string } =>
  typeof place === 'number' ? { place } : place
