import type { Metafile } from 'esbuild'
import { SITE_SCRIPT } from '../../scripts/bundle/options.ts'
import { outputOf } from '../../scripts/bundle/outputs.ts'
import { fieldInTable } from '../../scripts/lib/field-places.ts'
import type { ResolvedRoute } from '../../shared/route-table.ts'
import { HYDRATE, RENAMED_FIELDS, type Route } from '../../shared/site.ts'

/** Every field of an earlier version, as a message that names the field that replaces it. */
export const renamedFieldProblems = (pages: Readonly<Record<string, Route>>): string[] =>
  Object.entries(pages).flatMap(([id, page]) =>
    Object.entries(RENAMED_FIELDS).flatMap(([field, cure]) =>
      field in page ? [`${fieldInTable(id, field)}: ${cure}`] : [],
    ),
  )

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
