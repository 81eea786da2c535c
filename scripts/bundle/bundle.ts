import type { CheckedSite, Diagnostic } from '../../extension-points.ts'
import type { Manifest } from '../../server/lib/manifest.ts'
import { asWarning } from '../lib/diagnostics.ts'
import { readPublicFiles } from '../media/public-files.ts'
import { checkSite, siteToCheck } from './check-site.ts'
import { type BuiltFiles, collectFiles } from './collect-files.ts'
import { makeManifest } from './make-manifest.ts'
import { NOT_FOUND_PAGE } from './options.ts'
import { isBundled } from './outputs.ts'
import { COMPONENTS } from './plugins/page-chunks.ts'
import { readSite, type SiteSource } from './read-site.ts'
import { type BundleScripts, createScriptBundles, type Packages } from './script-bundles.ts'
import { scriptUrls } from './script-urls.ts'
import { importedStyles } from './styles/imported-styles.ts'
import { createStylesheet } from './styles/stylesheet.ts'

/** The modules whose imports decide the order of stylesheets: the layout's come first, then the pages'. */
const STYLED = ['shared/site/layout.tsx', 'shared/site/logo.tsx', COMPONENTS, NOT_FOUND_PAGE]

/** Everything in a build before it's written. */
export interface Bundle {
  source: SiteSource
  /** The site, for checks. */
  checked: CheckedSite
  /** Every file of build/ except the manifest. */
  files: BuiltFiles
  manifest: Manifest
  /** Files in any folder that stylesheets were made of, by transformStyle() in server/site/styles.ts. */
  watchFiles: readonly string[]
  /** Warnings, and what's unfinished. `rebuild` rejects with the errors. */
  diagnostics: readonly Diagnostic[]
}

export interface Bundler {
  /** Bundles the current source. Rejects with a UserError, or with esbuild's BuildFailure. */
  rebuild(): Promise<Bundle>
  dispose(): Promise<unknown>
}

/** How development makes a rebuild faster. */
export interface Development {
  packages: Packages
  /** Wraps the function that bundles the scripts, so that it can return the last ones. */
  reuseScripts?(bundle: BundleScripts): BundleScripts
}

/** Prepares to bundle the client and these server entries: with `development` for that, otherwise for production. */
export async function createBundler(
  entryPoints: Record<string, string>,
  development?: Development,
): Promise<Bundler> {
  const isDevelopment = development !== undefined
  const [scriptBundles, stylesheet] = await Promise.all([
    createScriptBundles(entryPoints, development?.packages),
    createStylesheet(isDevelopment ? 'development' : 'production'),
  ])

  const bundleScripts = development?.reuseScripts?.(scriptBundles.rebuild) ?? scriptBundles.rebuild

  /** Reads the table, bundles, collects the files, checks the table against them, and makes a manifest of it all. */
  async function rebuild(): Promise<Bundle> {
    const source = await readSite(isDevelopment)
    const scripts = await bundleScripts(source.virtualModules)
    const { forBrowser, forNode } = scripts
    const style = await stylesheet.rebuild([
      ...source.fileRoutes.flatMap(({ styles = [] }) => styles),
      ...importedStyles([forNode, forBrowser], STYLED),
    ])
    const bundled = { source, publicFiles: await readPublicFiles(), scripts, style }
    const { files, warnings } = await collectFiles(bundled, isDevelopment)
    const checked = siteToCheck(bundled, files)
    const bundlingWarnings = [...scripts.warnings, ...style.warnings, ...warnings].map(asWarning)
    const diagnostics = [...bundlingWarnings, ...checkSite(checked, source)]
    const manifest = await makeManifest({
      source,
      files,
      scriptUrls: scriptUrls(source, forBrowser),
      style: style.text,
      writesHtml: isBundled('shared/ui/trusted-html.tsx', forBrowser),
    })
    return {
      source,
      checked,
      files,
      manifest,
      watchFiles: style.dependencies,
      diagnostics,
    }
  }

  return { rebuild, dispose: () => Promise.all([scriptBundles.dispose(), stylesheet.dispose()]) }
}
