import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildFeature, BundledSite, CheckedSite, Diagnostic, PageCheck } from '../../joints.ts'
import { generatedNames } from '../../server/metadata/generated-files.ts'
import { asError, asUnfinished, throwErrors } from '../lib/diagnostics.ts'
import { fieldIn } from '../lib/field-places.ts'
import { root } from '../lib/root.ts'
import { publicFileNames } from '../media/public-files.ts'
import { drawingProblems, languageProblems, layoutWordProblems } from '../problems/route-checks.ts'
import type { BuiltFiles } from './collect-files.ts'
import type { ReadTable } from './read-table.ts'
import { componentProblems, fileProblems, tableProblems, unknownFieldProblems } from './route-errors.ts'
import type { ScriptBundles } from './script-bundles.ts'
import type { Stylesheet } from './styles/stylesheet.ts'

interface Parts {
  read: ReadTable
  files: BuiltFiles
  scripts: ScriptBundles
  style: Stylesheet
}

/** Checks a site. Throws a UserError that names each error; returns the site as checks see it, and the other diagnostics. */
export async function runChecks({
  read,
  files,
  scripts,
  style,
}: Parts): Promise<{ checked: CheckedSite; diagnostics: readonly Diagnostic[] }> {
  const { site, table, readRoutes, pageFiles, buildFeatures } = read
  const checked: CheckedSite = {
    table,
    company: site.company,
    written: site.routes,
    readRoutes,
    fieldOf: fieldIn(readRoutes),
    publicFiles: await publicFileNames(),
    files: [
      ...[...files.keys()].flatMap(name => (name.startsWith('public/') ? name.slice('public/'.length) : [])),
      ...generatedNames,
      ...buildFeatures.flatMap(({ fileNames }) => fileNames?.(table) ?? []),
    ],
    styles: style.sources,
    browserScript: scripts.forBrowser,
    isInScript: scripts.has,
    isPage: path => table.match(path) !== undefined,
  }
  const { company, written, fieldOf } = checked
  const errors = [
    ...fileProblems(checked.publicFiles),
    ...tableProblems(table, checked.files, company.members?.path, fieldOf, buildFeatures),
    ...languageProblems(table.routes, company, fieldOf),
    ...componentProblems(Object.keys(written), pageFiles),
    ...unknownFieldProblems(written, buildFeatures),
    ...drawingProblems(written, await drawingNames()),
    ...readRoutes.flatMap(({ problems }) => problems(written)),
  ]
  const diagnostics = [
    ...errors.map(asError),
    ...buildFeatures.flatMap(feature => feature.problems?.(checked) ?? []),
    ...layoutWordProblems(table.routes, site, fieldOf).map(asUnfinished),
  ]
  throwErrors(diagnostics)
  return { checked, diagnostics }
}

/** The checks of features for rendered pages. */
export const pageChecksOf = (features: readonly BuildFeature[], site: BundledSite): PageCheck[] =>
  features.flatMap(({ checkPages }) => checkPages?.(site) ?? [])

async function drawingNames(): Promise<string[]> {
  const files = await readdir(join(root, 'shared/site/drawings')).catch(() => [])
  return files.filter(name => name.endsWith('.tsx')).map(name => name.slice(0, -'.tsx'.length))
}
