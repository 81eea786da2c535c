import type { BuildFeature, CheckedSite, Diagnostic } from '../../extension-points.ts'
import type { HeadFields } from '../../shared/site.ts'
import { decoded } from './decoded.ts'
import { asError, asWarning } from './diagnostics.ts'

/** Checks a head field, in routes and in data. For data it only warns, because data changes without a release. */
export const headFieldChecks = (
  field: keyof HeadFields,
  problemOf: (fields: HeadFields, site: CheckedSite) => string | undefined,
) =>
  ({
    problems: site =>
      site.table.routes.flatMap(route => {
        const problem = problemOf(route, site)
        return problem ? asError(`${site.fieldOf(route.id, field)} ${problem}`) : []
      }),
    checkPages(site) {
      const diagnostics: Diagnostic[] = []
      return {
        add({ path, dataFields }) {
          const problem = dataFields && problemOf(dataFields, site)
          if (problem) diagnostics.push(asWarning(`${path}: the ${field} ${problem}`))
        },
        diagnostics: () => diagnostics,
      }
    },
  }) satisfies BuildFeature

/** A message if something is wrong with an address. `exists` tells whether something is at a path of the site. */
export function addressProblem(
  address: string,
  exists: (path: string) => boolean,
  missing: string,
): string | undefined {
  if (!/^(\/(?!\/)|https?:\/\/.)/.test(address))
    return `is ${address}: write a path such as /about, or an address with https://`
  return address.startsWith('/') && !exists(decoded(address)) ? `is ${address}: ${missing}` : undefined
}
