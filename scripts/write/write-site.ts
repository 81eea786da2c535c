import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { BundledSite, RenderedSite } from '../../extension-points.ts'
import { PRERENDERED_FILE } from '../../server/lib/built-files.ts'
import { originWarning, readConfig } from '../../server/lib/config.ts'
import type { Prerendered } from '../../server/lib/manifest.ts'
import { ENGINE_VERSION } from '../../server/version.ts'
import { pageChecksOf } from '../bundle/check-site.ts'
import { buildFeatures } from '../bundle/read-site.ts'
import { sweepCache } from '../lib/build-cache.ts'
import { report } from '../lib/diagnostics.ts'
import { outputFile } from '../lib/output-file.ts'
import { root } from '../lib/root.ts'
import { compressBest, writeCompressed } from './compressed-files.ts'
import { readPagePaths } from './page-paths.ts'
import { renderPages } from './render-pages.ts'
import { replaceFolders } from './replace-folders.ts'
import { type BuildResult, writeBuild } from './write-build.ts'

/**
 * Replaces build/, if everything is right: the bundles, then the routes and the site (`writeBuild` rejects), then the rendered
 * pages (`report` throws). It renders the pages that aren't dynamic, and the 404 pages, but only to check them.
 */
export async function buildSite(): Promise<void> {
  await replaceFolders([join(root, 'build')], async fresh => {
    const { folder, program, site, unfinished } = await writeBuild(fresh)
    const { table, manifest, origin } = site
    const rendering = await program.composePages({ table, manifest, origin, build: folder })
    const paths = table.routes.filter(({ isDynamic }) => !isDynamic).map(({ path }) => path)
    const { diagnostics } = await renderPages(site, rendering, paths, pageChecksOf(buildFeatures, site))
    report([...unfinished, ...diagnostics], { unfinishedAs: 'warning' })
  })
  await sweepCache()
  console.log(`engine ${ENGINE_VERSION}`)
}

/** Replaces build/ and dist/ together, if everything is right. */
export async function prerenderSite(): Promise<void> {
  await replaceFolders([join(root, 'build'), join(root, 'dist')], async (freshBuild, freshDist) => {
    const built = await writeBuild(freshBuild)
    await prerender(built, freshDist)
  })
  await sweepCache()
}

/**
 * Fills dist/ with the files of build/public/, the pages with their own files, generated files, and those for static hosts. Rejects
 * with the first of these: a bad variable, mistakes in the pages' paths, mistakes in the pages.
 */
async function prerender(built: BuildResult, dist: string): Promise<void> {
  const { folder: build, program } = built
  const { table, manifest } = built.site
  const { origin, hsts } = readConfig(process.env, manifest.origin)
  const warning = originWarning(origin)
  if (warning) console.warn(warning)
  await cp(join(build, 'public'), dist, { recursive: true })
  const rendering = await program.composePages({ table, manifest, origin, build })
  const paths = await readPagePaths(table, rendering.prerenderers)
  const site: BundledSite = { ...built.site, origin, isPage: paths.isPage, dist }
  const checks = pageChecksOf(buildFeatures, site)
  const { indexable, diagnostics } = await renderPages(site, rendering, paths.all, checks, dist)
  report([...built.unfinished, ...diagnostics], { unfinishedAs: 'error' })
  const headers = program.securityOf(manifest, hsts).document
  const hostTexts = hostTextsOf({ table, origin, headers, embeddable: manifest.embeddable })
  const generated = Object.entries({ ...rendering.generatedFiles, ...hostTexts })
  // A file of shared/site/public/ replaces a generated one.
  const isReplaced = (name: string) => built.files.has(`public/${name}`)
  for (const [name, made] of generated) {
    // A list only has the pages in dist/: a static host has a 404 at any other path.
    const text = typeof made === 'string' ? made : made(indexable)
    if (!isReplaced(name)) await writeCompressed(join(dist, name), Buffer.from(text), compressBest)
  }
  const hostFiles = Object.keys(hostTexts).filter(name => !isReplaced(name))
  const prerendered: Prerendered = { buildId: manifest.buildId, origin, paths: paths.all, hostFiles }
  await outputFile(join(dist, PRERENDERED_FILE), JSON.stringify(prerendered))
  for (const check of checks) await check.printResults?.()
  // Routes with `prerender: false`, and those with params whose pages nobody has listed.
  if (paths.missing.length > 0)
    console.log(`Not in dist/, so neither checked nor on a static host: ${paths.missing.join(', ')}`)
}

/** The texts of features' files for static hosts, by name. Our own server never sends them. */
const hostTextsOf = (site: RenderedSite): Record<string, string> =>
  Object.assign({}, ...buildFeatures.map(feature => feature.hostFiles?.(site)))
