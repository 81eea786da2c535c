import { pages } from '../shared/pages.ts'

/** The paths of the pages, in the order of the table. */
export const paths: readonly string[] = Object.values(pages).map(({ path }) => path)

/** A path that no table can have. What is rendered for it is 404.html. */
export const NOWHERE = '/404'

/** The file of a page in dist/. */
export const fileOf = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)
