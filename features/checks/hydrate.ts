import type { Metafile } from 'esbuild'
import type { CheckedSite } from '../../extension-points.ts'
import { SITE_SCRIPT } from '../../scripts/bundle/options.ts'
import { outputOf } from '../../scripts/bundle/outputs.ts'
import { HYDRATE } from '../../shared/site.ts'

/**
 * Reports each `hydrate` with an unknown value, and each `hydrate: 'interaction'` of a site whose shared/site/browser.ts counts
 * page views.
 */
export function hydrateProblems({ table: { routes }, browserScript, fieldOf }: CheckedSite): string[] {
  const countsViews = browserExportsIn(browserScript).includes('onPageView')
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
const browserExportsIn = (script: Metafile): readonly string[] =>
  script.outputs[outputOf(SITE_SCRIPT, script)]?.exports ?? []
