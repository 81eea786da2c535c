import { readAssets, tableOf } from '../../server/assets.ts'
import type { Menu } from '../../shared/pages.ts'
import type { Row } from '../../shared/table.ts'
import { build } from './folders.ts'

/** The table of the site that was built. */
export const table = tableOf(readAssets(build))
export const { rows, moved, redirectOf } = table
export const paths = rows.map(({ path }) => path)
export const pageIds = rows.map(({ id }) => id)

/** The rows of a menu, in its order. */
export const menu = (name: Menu): Row[] => table.menus[name].flatMap(({ path }) => table.at(path) ?? [])

/** The paths of all pages but the home page. */
export const inner = paths.filter(path => path !== '/')

const [first] = rows
if (!first) throw new Error('the table is empty')
export const home = table.at('/') ?? first

/** One page that is not the home page, whichever a company has. */
export const other = rows.find(({ path }) => path !== '/') ?? home
