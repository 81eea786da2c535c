import type { Metafile } from 'esbuild'
import { SITE_SCRIPT } from '../../scripts/bundle/options.ts'
import { outputOf } from '../../scripts/bundle/outputs.ts'
import { fieldInTable } from '../../scripts/lib/field-places.ts'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import { HYDRATE } from '../../shared/site.ts'

/**
 * Reports each `hydrate` with an unknown value, and each `hydrate: 'interaction'` of a site whose shared/site/browser.ts counts
 * page views. `browserExports` are the names that this file exports, `fieldOf` names a field's place.
 */
export function hydrateProblems(
  routes: readonly ResolvedRoute[],
  browserExports: readonly string[],
  fieldOf = fieldInTable,
): string[] {
  const countsViews = browserExports.includes('onPageView')
  return routes.flatMap(({ id, hydrate }) => {
    const field = `${fieldOf(id, 'hydrate')} is ${hydrate}`
    if (!HYDRATE.includes(hydrate)) return [`${field}: write ${HYDRATE.join(', ')}, or leave the field out`]
    if (hydrate === 'interaction' && countsViews)
      return [
        `${field}: onPageView of shared/site/browser.ts would miss everyone who only reads the page, so make it idle`,
      ]
    return []
  })
}

/** The names that shared/site/browser.ts exports: it's an entry point of its own so that esbuild's metafile lists them. */
export const browserExportsIn = (script: Metafile): readonly string[] =>
  script.outputs[outputOf(SITE_SCRIPT, script)]?.exports ?? []
