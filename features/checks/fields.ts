import type { Metafile } from 'esbuild'
import { SITE_SCRIPT } from '../../scripts/bundle/options.ts'
import { outputOf } from '../../scripts/bundle/outputs.ts'
import { fieldInTable } from '../../scripts/lib/field-places.ts'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import { HYDRATE } from '../../shared/site.ts'

/**
 * Every `hydrate` with a value that doesn't exist, and every page that waits for a person while shared/site/browser.ts
 * counts page views, as a message. `browserExports` has the names of that file's exports.
 */
export function hydrateProblems(
  routes: readonly ResolvedRoute[],
  browserExports: readonly string[],
): string[] {
  const countsViews = browserExports.includes('onPageView')
  return routes.flatMap(({ id, hydrate }) => {
    const field = `${fieldInTable(id, 'hydrate')} is ${hydrate}`
    if (!HYDRATE.includes(hydrate)) return [`${field}: write ${HYDRATE.join(', ')}, or leave the field out`]
    if (hydrate === 'interaction' && countsViews)
      return [
        `${field}: onPageView of shared/site/browser.ts would miss everyone who only reads the page, so leave the field out`,
      ]
    return []
  })
}

/** The names of what shared/site/browser.ts exports, with `hydratePage` of client/entry.ts. */
export const browserExportsIn = (script: Metafile): readonly string[] =>
  script.outputs[outputOf(SITE_SCRIPT, script)]?.exports ?? []
