import { type Page, pages } from '../../shared/pages.ts'

/** Every row of the table with its id. */
export const rows = Object.entries(pages).map(([id, page]) => ({ id, ...(page as Page) }))

/** The paths of all pages but the home page. */
export const inner = rows.map(({ path }) => path).filter(path => path !== '/')

/** One page that is not the home page, whichever a company has. */
export const other = rows.find(({ path }) => path !== '/') ?? rows[0] ?? { id: 'home', ...pages.home }
