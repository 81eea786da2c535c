import type { CheckedSite, Diagnostic } from '../../joints.ts'
import { canonicalOf, fits } from '../../scripts/bundle/route-errors.ts'
import { asError } from '../../scripts/lib/diagnostics.ts'
import { hasParams, type ResolvedRoute } from '../../shared/route-table.ts'

/** A former path may come from a site whose paths ended in .html or .php. */
const FORMER = /^\/$|^(\/[a-z\d][\w.-]*)+$/
const IN_MIDDLEWARE = 'redirect it in server/site/middleware.ts, as features/redirects/README.md says'
const OF_CAPITALS = ': our server redirects capitals, too, and a static host needs a rule for them'
/** What a former path cannot have, with the way out. */
const notInFormer: [RegExp, string][] = [
  [/#/, 'no browser sends what follows #, leave that out'],
  [/\?/, `a former path has no query, ${IN_MIDDLEWARE}`],
  [/\/:/, `a former path has no param, ${IN_MIDDLEWARE}`],
]

/** Every former path that no browser would request, or that wouldn't lead to its page. */
export const redirectProblems = ({ table: { routes }, fieldOf }: CheckedSite): Diagnostic[] =>
  routes.flatMap(route =>
    (route.redirectFrom ?? []).flatMap((path, i) => {
      const problem = formProblem(path) ?? targetProblem(path, route, routes)
      return problem ? asError(`${fieldOf(route.id, `redirectFrom[${i}]`)} is ${path}: ${problem}`) : []
    }),
  )

/** Why a former path is not written as it should be. */
function formProblem(path: string): string | undefined {
  const [, problem] = notInFormer.find(([pattern]) => pattern.test(path)) ?? []
  if (problem) return problem
  const canonical = canonicalOf(path)
  if (!FORMER.test(canonical))
    return `a former path has a to z, 0 to 9, -, _ and ., a letter or a digit first in each segment, ${IN_MIDDLEWARE}`
  if (path === canonical) return undefined
  const hasCapitals = path !== path.toLowerCase()
  return `write ${canonical}${hasCapitals ? OF_CAPITALS : ''}`
}

/** Why a former path would not lead to the page of its route. */
function targetProblem(
  path: string,
  route: ResolvedRoute,
  routes: readonly ResolvedRoute[],
): string | undefined {
  if (hasParams(route))
    return `that would redirect to ${route.path}, move it to the route of a page with one address`
  const other = routes.find(each => hasParams(each) && fits(each, path))
  return other && `that fits ${other.path}, which answers for it: redirect it there`
}
