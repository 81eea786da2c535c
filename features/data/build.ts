import type { BuildFeature, CheckedSite, Diagnostic } from '../../extension-points.ts'
import { asError } from '../../scripts/lib/diagnostics.ts'
import { fieldInTable } from '../../scripts/lib/field-places.ts'
import { dataPathOf } from './paths.ts'
import './site.ts'

export const data: BuildFeature = {
  fields: ['loader', 'revalidate'],
  isDynamic: ({ loader }) => loader === true,
  reservedPaths: ({ loader, path }) => (loader ? [[dataPathOf(path), `the data of ${path}`]] : []),
  problems: revalidateProblems,
}

/** Reports each `revalidate` that isn't a number of seconds, or that a page without a loader has. */
function revalidateProblems({ table }: CheckedSite): Diagnostic[] {
  const messages = table.routes.flatMap(({ id, loader, revalidate }) => {
    if (revalidate === undefined) return []
    const field = `${fieldInTable(id, 'revalidate')} is ${revalidate}`
    if (!loader) return `${field}: a page without a loader is always cached: leave the field out`
    const isTime = Number.isSafeInteger(revalidate) && revalidate > 0
    return isTime ? [] : `${field}: write a whole number of seconds, 1 or more`
  })
  return messages.map(asError)
}
