import type { Metafile } from 'esbuild'
import { UserError } from '../../server/lib/errors.ts'
import { firstOf } from '../../server/lib/first-of.ts'
import { generatedNames } from '../../server/metadata/generated-files.ts'
import { publicFileNames } from '../media/public-files.ts'
import type { BundledTargets } from '../problems/link-checks.ts'
import { rawHtmlProblems } from '../problems/raw-html.ts'
import {
  componentProblems,
  fieldIn,
  fileProblems,
  headFieldProblems,
  hydrateProblems,
  languageProblems,
  renamedFieldProblems,
  tableProblems,
  unknownFieldProblems,
} from '../problems/route-checks.ts'
import type { BuiltFiles } from './collect-files.ts'
import { SITE_SCRIPT } from './options.ts'
import { exportsOf } from './outputs.ts'
import type { ReadTable } from './read-table.ts'

/**
 * Returns what the checks of links know. Throws a UserError where something in the route table is wrong.
 */
export async function runChecks(
  read: ReadTable,
  files: BuiltFiles,
  forBrowser: Metafile,
): Promise<BundledTargets> {
  const { site, table, readRoutes, pageFiles, buildFeatures } = read
  const { company, companyFile } = site
  const bundled = [...files.keys()].filter(name => name.startsWith('public/'))
  const names = [
    ...bundled.map(name => name.replace('public/', '')),
    ...generatedNames,
    ...buildFeatures.flatMap(({ fileNames }) => fileNames?.(table) ?? []),
  ]
  const members = company.members?.path
  const paths = new Set([members, ...names.map(name => `/${name}`)])
  const targets: BundledTargets = {
    table,
    isPage: path => table.match(path) !== undefined,
    isFile: path => paths.has(path),
    whyMissing: path => firstOf(readRoutes, ({ whyMissing }) => whyMissing(path)),
    linkAt: (path, href) =>
      firstOf(readRoutes, ({ linkAt }) => linkAt(path, href)) ?? `${path}: the link to ${href}`,
  }
  const fieldOf = fieldIn(readRoutes)
  const publicFiles = await publicFileNames()
  const problems = [
    ...fileProblems(publicFiles, buildFeatures),
    ...tableProblems(table, names, members, fieldOf, buildFeatures),
    ...languageProblems(table.routes, site.routes, company, fieldOf),
    ...componentProblems(Object.keys(site.routes), pageFiles),
    ...renamedFieldProblems(site.routes),
    ...unknownFieldProblems(site.routes, buildFeatures),
    ...hydrateProblems(table.routes, exportsOf(SITE_SCRIPT, forBrowser)),
    ...buildFeatures.flatMap(
      feature => feature.problems?.({ routes: table.routes, companyFile, publicFiles, fieldOf }) ?? [],
    ),
    ...rawHtmlProblems(),
    ...table.routes.flatMap(route =>
      headFieldProblems(route, targets, buildFeatures).map(
        ({ field, problem }) => `${fieldOf(route.id, field)} ${problem}`,
      ),
    ),
    ...readRoutes.flatMap(({ problems: of }) => of(site.routes)),
  ]
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  return targets
}
