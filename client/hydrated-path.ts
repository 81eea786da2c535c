import { hydratedPaths } from 'virtual:site'
import { createMatch } from '../shared/route-table.ts'

const match = createMatch(hydratedPaths.map(path => ({ path })))

/** The path in the route table, such as /jobs/:slug, of the hydrated page at an address. Undefined if there is none. */
export const hydratedPatternOf = (pathname: string): string | undefined => match(pathname)?.route.path
