import { hydratedPaths } from 'virtual:site'
import { createMatch } from '../shared/route-table.ts'

const match = createMatch(hydratedPaths.map(path => ({ path })))

/** Whether the page at a path is in the browser's router: it's hydrated, and doesn't need its own document (`hydratedBy`). */
export const isInRouter = (pathname: string): boolean => match(pathname) !== undefined
