import type { BuildFeature, BundledSite, CheckedSite, Diagnostic, PageCheck } from '../../extension-points.ts'
import { asError, asWarning, throwErrors } from '../lib/diagnostics.ts'
import { fieldIn } from '../lib/field-places.ts'
import type { BuiltFiles, BundleParts } from './collect-files.ts'
import { buildFeatures, type SiteSource } from './read-site.ts'
import { routeErrors } from './route-errors.ts'

/** Collects everything that checks know about the site. */
export function siteToCheck(
  { source, publicFiles, scripts, style }: BundleParts,
  files: BuiltFiles,
): CheckedSite {
  const { site, table, fileRoutes } = source
  const { company } = site
  const inPublic = [...files.keys()].filter(name => name.startsWith('public/'))
  const names = [
    ...inPublic.map(name => name.replace('public/', '')),
    ...buildFeatures.flatMap(({ fileNames }) => fileNames?.(table) ?? []),
  ]
  const paths = new Set([company.members?.path, ...names.map(name => `/${name}`)])
  return {
    table,
    company,
    companyFile: site.companyFile,
    siteRoutes: site.routes,
    fileRoutes,
    fieldOf: fieldIn(fileRoutes),
    publicFiles: [...publicFiles.keys()],
    files: names,
    styles: style.sources,
    browserScript: scripts.forBrowser,
    isInScript: scripts.has,
    isFile: path => paths.has(path),
    isPage: path => table.match(path) !== undefined,
  }
}

/** Throws a UserError with all errors in a site. Returns the other diagnostics. */
export function checkSite(checked: CheckedSite, { pageFiles }: SiteSource): Diagnostic[] {
  const { siteRoutes, fileRoutes } = checked
  const errors = [
    ...routeErrors(checked, pageFiles, buildFeatures),
    ...fileRoutes.flatMap(({ problems }) => problems(siteRoutes)),
  ]
  const diagnostics = [
    ...errors.map(asError),
    ...fileRoutes.flatMap(({ warnings = [] }) => warnings.map(asWarning)),
    ...buildFeatures.flatMap(feature => feature.problems?.(checked) ?? []),
  ]
  throwErrors(diagnostics)
  return diagnostics
}

/** All features' checks of rendered pages. */
export const pageChecksOf = (features: readonly BuildFeature[], site: BundledSite): PageCheck[] =>
  features.flatMap(({ checkPages }) => checkPages?.(site) ?? [])
