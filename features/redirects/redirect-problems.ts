import type { CheckedSite, Diagnostic } from '../../extension-points.ts'
import { canonicalOf, fits } from '../../scripts/bundle/route-errors.ts'
import { asError } from '../../scripts/lib/diagnostics.ts'
import { hasParams, type ResolvedRoute } from '../../shared/route-table.ts'

/** An old path may end in .html or .php, because the site that had it may have run on a different server. */
const OLD_PATH = /^\/$|^(\/[a-z\d][\w.-]*)+$/
const IN_MIDDLEWARE = 'redirect it in server/site/middleware.ts, as features/redirects/README.md says'
const ON_CAPITALS = ': our server redirects capitals as well, but a static host needs its own rule for them'
/** The parts that an old path can't have. Each message says what to do instead. */
const notInOldPath: [RegExp, string][] = [
  [/#/, 'browsers never send the part after #: leave it out'],
  [/\?/, `an old path can't have a query: ${IN_MIDDLEWARE}`],
  [/\/:/, `an old path can't have a param: ${IN_MIDDLEWARE}`],
]

/** Reports each old path that no browser would request, or that wouldn't redirect to its page. */
export const redirectProblems = ({ table: { routes }, fieldOf }: CheckedSite): Diagnostic[] =>
  routes.flatMap(route =>
    (route.redirectFrom ?? []).flatMap((path, i) => {
      const problem = formProblem(path) ?? targetProblem(path, route, routes)
      return problem ? asError(`${fieldOf(route.id, `redirectFrom[${i}]`)} is ${path}: ${problem}`) : []
    }),
  )

/** Says why an old path isn't well-formed. Undefined if it is. */
function formProblem(path: string): string | undefined {
  const [, problem] = notInOldPath.find(([pattern]) => pattern.test(path)) ?? []
  if (problem) return problem
  const canonical = canonicalOf(path)
  if (!OLD_PATH.test(canonical))
    return `an old path has only a to z, 0 to 9, -, _ and ., and each segment begins with a letter or a digit: ${IN_MIDDLEWARE}`
  if (path === canonical) return undefined
  const hasCapitals = path !== path.toLowerCase()
  return `write ${canonical}${hasCapitals ? ON_CAPITALS : ''}`
}

/** Says why an old path wouldn't redirect to the page of its route. Undefined if it would. */
function targetProblem(
  path: string,
  route: ResolvedRoute,
  routes: readonly ResolvedRoute[],
): string | undefined {
  if (hasParams(route))
    return `it can't redirect to ${route.path}, which has params: move it to the route of a page with one address`
  const other = routes.find(each => hasParams(each) && fits(each, path))
  return other && `requests for it go to ${other.path}: redirect it there`
}
