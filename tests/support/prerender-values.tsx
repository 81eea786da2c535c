import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BuildFeature, BundledSite, PageCheck } from '../../extension-points.ts'
import { pageChecksOf } from '../../scripts/bundle/check-site.ts'
import { messagesOf, throwErrors } from '../../scripts/lib/diagnostics.ts'
import { renderPages } from '../../scripts/write/render-pages.ts'
import { siteToCheck } from './checked-site.ts'
import { ORIGIN, type PagesOfValues } from './value-site.tsx'

const folder = mkdtempSync(join(tmpdir(), 'prerender-test-'))

/** The fields of a valid route. */
export const words = (name: string) => ({
  title: name,
  description: `${name}: in fifty characters at least, what is on this page.`,
})
export const Words = () => <h1>Words</h1>

interface Options {
  paths?: string[]
  /** The features that check its pages, and the options they get. */
  features?: BuildFeature[]
  checked?: Partial<BundledSite>
}

/** Prerenders a site of pagesOfValues() into a new folder, as `npm run prerender` does. */
export async function prerenderValues(
  { table, ...composed }: PagesOfValues,
  { paths, features = [], checked }: Options = {},
) {
  const dist = checked?.dist ?? mkdtempSync(join(folder, 'dist-'))
  const checks: PageCheck[] = pageChecksOf(features, siteToCheck(table, { dist, ...checked }))
  const all = table.routes.map(({ path }) => path)
  const site = { table, origin: ORIGIN }
  const { indexable, diagnostics } = await renderPages(site, composed, paths ?? all, checks, dist)
  throwErrors(diagnostics)
  return { checks, indexable, dist, warnings: messagesOf('warning', diagnostics) }
}
