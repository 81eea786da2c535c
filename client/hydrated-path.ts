import { hydratedPaths } from 'virtual:site'
import { createMatch } from '../shared/route-table.ts'

const match = createMatch(hydratedPaths.map(path => ({ path })))

/** The path in the route table, such as /jobs/:slug, of the page at an address; undefined where no page has a script. */
export const hydratedPatternOf = (pathname: string): string | undefined => match(pathname)?.route.path
