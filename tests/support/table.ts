import { readAssets, tableOf } from '../../server/assets.ts'
import type { Row } from '../../shared/page-table.ts'
import type { Menu } from '../../shared/pages.ts'
import { build } from './folders.ts'

/** The table of the site that was built. */
export const table = tableOf(readAssets(build))
export const { rows, moved, redirectOf } = table
export const paths = rows.map(({ path }) => path)
export const pageIds = rows.map(({ id }) => id)

/** The rows of a menu, in its order. */
export const menu = (name: Menu): Row[] => table.menus[name].flatMap(({ path }) => table.at(path) ?? [])

/** Whether a page is rendered on both sides, and so hydrated. */
export const isOfBrowser = ({ server }: Row) => !server

/** More than so many pages are not looked at in a browser: then a few of each kind are. The static checks take all. */
const MOST_SEEN = 12
const kindOf = ({ server, date }: Row) => `${server} ${date !== undefined}`
const seenRows =
  rows.length > MOST_SEEN
    ? [...Map.groupBy(rows, kindOf).values()].flatMap(kind => kind.slice(0, MOST_SEEN / 3))
    : rows
/** The paths at which a browser looks. */
export const seen = seenRows.map(({ path }) => path)
/** Those of them that are hydrated, and one at which there is no page. */
export const hydratedPaths = [...seenRows.filter(isOfBrowser).map(({ path }) => path), '/nothing/here']

/** The paths of all pages but the home page. */
export const inner = paths.filter(path => path !== '/')

const [first] = rows
if (!first) throw new Error('the table is empty')
export const home = table.at('/') ?? first

/** One page of the browser that is not the home page, whichever a company has. */
export const other = rows.filter(isOfBrowser).find(({ path }) => path !== '/') ?? home
