import type { BuildFeature, CheckedSite, Diagnostic } from '../../extension-points.ts'
import { asError, asUnfinished, asWarning } from '../../scripts/lib/diagnostics.ts'
import { canonical } from './canonical.ts'
import { checkPages } from './check-pages.ts'
import { originProblems, placeholderProblems } from './company.ts'
import { hydrateProblems } from './hydrate.ts'
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

/** The checks whose messages are errors, in the order of their messages. */
const ERROR_CHECKS = [
  originProblems,
  languageProblems,
  renamedFieldProblems,
  hydrateProblems,
  controlProblems,
  rawHtmlProblems,
  () => svgProblems(), // Only a test passes a folder.
  styleProblems,
]

function problems(site: CheckedSite): Diagnostic[] {
  return [
    ...ERROR_CHECKS.flatMap(check => check(site)).map(asError),
    ...canonical.problems(site),
    ...wordProblems(site).map(asUnfinished),
    ...placeholderProblems(site).map(asWarning),
  ]
}
