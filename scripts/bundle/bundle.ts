import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { CheckedSite, Diagnostic } from '../../joints.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import type { Manifest } from '../../server/lib/manifest.ts'
import { asWarning } from '../lib/diagnostics.ts'
import { root } from '../lib/root.ts'
import { IMPORTABLE } from '../media/pictures.ts'
import { readPublicFiles } from '../media/public-files.ts'
import { checkSite, siteToCheck } from './check-site.ts'
import { type BuiltFiles, collectFiles } from './collect-files.ts'
import { makeManifest } from './make-manifest.ts'
import { NOT_FOUND_PAGE, type Packages } from './options.ts'
import { isBundled } from './outputs.ts'
import { COMPONENTS } from './plugins/page-chunks.ts'
import type { VirtualModules } from './plugins/virtual-modules.ts'
import { FOLDERS_WITHOUT_SCRIPT, readSite, type SiteSource } from './read-site.ts'
import { createScriptBundles, type ScriptBundles } from './script-bundles.ts'
import { scriptUrls } from './script-urls.ts'
import { importedStyles } from './styles/imported-styles.ts'
import { createStylesheet } from './styles/stylesheet.ts'

/** The modules whose imports decide the order of stylesheets: the layout's come first, then the pages'. */
const STYLED = ['shared/site/layout.tsx', 'shared/site/logo.tsx', COMPONENTS, NOT_FOUND_PAGE]

/** Whether an edit to a file changes no script. Scripts have CSS modules' class names, and can't import a deleted stylesheet. */
const isInNoScript = (file: string) =>
  (FOLDERS_WITHOUT_SCRIPT.some(folder => nameIn(root, file).startsWith(`${folder}/`)) &&
    !IMPORTABLE.test(file)) ||
  (/(?<!\.module)\.css$/.test(file) && existsSync(file))

/** Everything in a build before it's written. */
export interface Bundle {
  read: SiteSource
  /** The site, for checks. */
  checked: CheckedSite
  /** Every file of build/ except the manifest. */
  files: BuiltFiles
  manifest: Manifest
  /** Files in any folder that stylesheets were made of, by transformStyle() in server/site/styles.ts. */
  watchFiles: readonly string[]
  /** Warnings, and what is unfinished. */
  diagnostics: readonly Diagnostic[]
}

export interface Bundler {
  /**
   * Bundles the current source. If no script contains an edited file, the last call's scripts stay. Rejects with a UserError,
   * or with esbuild's BuildFailure.
   */
  rebuild(edited?: ReadonlySet<string>): Promise<Bundle>
  dispose(): Promise<unknown>
}

/** Prepares to bundle the client and these server entries: with `packages` for development, otherwise for production. */
export async function createBundler(
  entryPoints: Record<string, string>,
  packages?: Packages,
): Promise<Bundler> {
  const isDevelopment = packages !== undefined
  const [scriptBundles, stylesheet] = await Promise.all([
    createScriptBundles(entryPoints, packages),
    createStylesheet(isDevelopment ? 'development' : 'production'),
  ])

  /** The last build's scripts, and the virtual modules that are in them. */
  let last: { scripts: ScriptBundles; modules: VirtualModules } | undefined

  /** Bundles while the table is read: only the virtual modules need it. */
  async function rebuildScripts(
    modules: () => Promise<VirtualModules>,
    edited: ReadonlySet<string>,
  ): Promise<ScriptBundles> {
    const mayStay = edited.size > 0 && [...edited].every(isInNoScript)
    if (last && mayStay && isDeepStrictEqual(last.modules, await modules())) return last.scripts
    last = undefined // If the bundles fail, there's nothing to keep.
    const scripts = await scriptBundles.rebuild(modules)
    last = { scripts, modules: await modules() }
    return scripts
  }

  /** Reads the table, bundles, collects the files, checks the table against them, and makes a manifest of it all. */
  async function rebuild(edited: ReadonlySet<string> = new Set()): Promise<Bundle> {
    const reading = readSite(isDevelopment)
    const bundling = rebuildScripts(async () => (await reading).virtualModules, edited)
    await Promise.allSettled([reading, bundling]) // Both, even if one fails: rebuilds must not overlap.
    const read = await reading // A mistake in the table is reported first.
    const scripts = await bundling
    const { forBrowser, forNode } = scripts
    const style = await stylesheet.rebuild([
      ...read.fileRoutes.flatMap(({ styles = [] }) => styles),
      ...importedStyles([forNode, forBrowser], STYLED),
    ])
    const bundled = { read, publicFiles: await readPublicFiles(), scripts, style }
    const { files, warnings } = await collectFiles(bundled, isDevelopment)
    const checked = siteToCheck(bundled, files)
    const bundlingWarnings = [...scripts.warnings, ...style.warnings, ...warnings].map(asWarning)
    const diagnostics = [...bundlingWarnings, ...checkSite(checked, read)]
    const manifest = await makeManifest({
      read,
      files,
      scriptUrls: scriptUrls(read, forBrowser),
      style: style.text,
      writesHtml: isBundled('shared/ui/trusted-html.tsx', forBrowser),
    })
    return {
      read,
      checked,
      files,
      manifest,
      watchFiles: style.dependencies,
      diagnostics,
    }
  }

  return { rebuild, dispose: () => Promise.all([scriptBundles.dispose(), stylesheet.dispose()]) }
}
