import type { BuildFeature, CheckedSite, Diagnostic } from '../../extension-points.ts'
import { asError, asUnfinished, asWarning } from '../../scripts/lib/diagnostics.ts'
import { isInNodeModules } from '../../scripts/lib/is-in-node-modules.ts'
import { canonical } from './canonical.ts'
import { checkPages } from './check-pages.ts'
import { originProblems, placeholderProblems } from './company.ts'
import { browserExportsIn, hydrateProblems } from './hydrate.ts'
import { languageProblems } from './languages.ts'
import { nativePackages } from './native-packages.ts'
import { checkEnv } from './public-variables.ts'
import { rawHtmlProblems } from './raw-html.ts'
import { renamedFieldProblems, renamedFields } from './renamed-fields.ts'
import { styleProblems } from './style-checks.ts'
import { svgProblems } from './svg.ts'
import { controlProblems, wordProblems } from './words.ts'

/** Finds mistakes in a site: in its routes, its code, its styles and its rendered pages. */
export const checks: BuildFeature = {
  frontMatterFields: renamedFields, // The build would call them unknown. This feature refuses them, and names each replacement.
  plugins: { browser: [checkEnv()], node: [checkEnv(), nativePackages] },
  problems,
  checkPages,
}

function problems(site: CheckedSite): Diagnostic[] {
  const { table, company, siteRoutes, fieldOf, styles, browserScript, isInScript } = site
  const { routes } = table
  return [
    ...[
      ...originProblems(company),
      ...languageProblems(routes, siteRoutes, company, fieldOf),
      ...renamedFieldProblems(siteRoutes),
      ...hydrateProblems(routes, browserExportsIn(browserScript), fieldOf),
      ...controlProblems(routes, fieldOf),
      ...rawHtmlProblems(),
      ...svgProblems(),
      ...styleProblems(
        styles.filter(({ file }) => !isInNodeModules(file)),
        styles.filter(({ file }) => isInNodeModules(file)),
        isInScript,
      ),
    ].map(asError),
    ...canonical.problems(site),
    ...wordProblems(table, fieldOf, company).map(asUnfinished),
    ...placeholderProblems(company).map(asWarning),
  ]
}
