import { scriptLoader } from '../../scripts/bundle/inline-scripts.ts'
import { NOT_FOUND_PAGE } from '../../scripts/bundle/options.ts'
import type { Manifest } from '../../server/lib/manifest.ts'
import { scriptOf, scripts } from './browser-modules.ts'
import { devScript } from './dev-events.ts'

/**
 * A build's manifest with the scripts that Vite serves. Its id never changes, so a page stays open after an edit. `pageFiles` has
 * each page's component file, by the page's id.
 */
export async function devManifest(
  manifest: Manifest,
  pageFiles: ReadonlyMap<string, string>,
): Promise<Manifest> {
  const withScript = manifest.routes.filter(({ id }) => id in manifest.pageScripts)
  return {
    ...manifest,
    buildId: 'development',
    scripts,
    scriptLoader: await scriptLoader(scripts),
    pageScripts: Object.fromEntries(
      withScript.map(({ id, hydratedBy = '' }) => [id, [scriptOf(pageFiles.get(id) ?? hydratedBy)]]),
    ),
    notFoundScript: [scriptOf(NOT_FOUND_PAGE)],
    devScript: await devScript(manifest.buildId),
  }
}
