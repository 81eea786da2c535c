import type { BuildFeature, CheckedSite } from '../../joints.ts'
import { fieldInTable } from '../../scripts/problems/route-checks.ts'
import { dataPathOf } from './paths.ts'
import './site.ts'

export const data: BuildFeature = {
  fields: ['loader', 'revalidate'],
  isDynamic: ({ loader }) => loader === true,
  pathsBeside: ({ loader, path }) => (loader ? [[dataPathOf(path), `the data of ${path}`]] : []),
  problems: revalidateProblems,
}

/** Every time for which a page cannot be cached. */
function revalidateProblems({ routes }: CheckedSite): string[] {
  return routes.flatMap(({ id, loader, revalidate }) => {
    if (revalidate === undefined) return []
    const field = `${fieldInTable(id, 'revalidate')} is ${revalidate}`
    if (!loader) return `${field}: a page without a loader is always cached, leave the field out`
    const isTime = Number.isSafeInteger(revalidate) && revalidate > 0
    return isTime ? [] : `${field}: write a whole number of seconds, 1 or more`
  })
}
