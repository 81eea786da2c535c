import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { CheckedSite, Diagnostic } from '../../extension-points.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import type { Manifest } from '../../server/lib/manifest.ts'
import { asWarning } from '../lib/diagnostics.ts'
import { root } from '../lib/root.ts'
import { readPublicFiles } from '../media/public-files.ts'
import { checkSite, siteToCheck } from './check-site.ts'
import { type BuiltFiles, collectFiles } from './collect-files.ts'
import { makeManifest } from './make-manifest.ts'
import { NOT_FOUND_PAGE, type Packages } from './options.ts'
import { isBundled } from './outputs.ts'
import { COMPONENTS } from './plugins/page-chunks.ts'
import type { VirtualModules } from './plugins/virtual-modules.ts'
import { readSite, type SiteSource } from './read-site.ts'
import { createScriptBundles, type ScriptBundles } from './script-bundles.ts'
import { scriptUrls } from './script-urls.ts'
import { importedStyles } from './styles/imported-styles.ts'
import { createStylesheet } from './styles/stylesheet.ts'

/** The modules whose imports decide the order of stylesheets: the layout's come first, then the pages'. */
const STYLED = ['shared/site/layout.tsx', 'shared/site/logo.tsx', COMPONENTS, NOT_FOUND_PAGE]

/** Whether an edit to these files and folders changes a script. */
function changesScripts(edited: ReadonlySet<string>, { forBrowser, forNode }: ScriptBundles): boolean {
  // The text of a stylesheet is in no script. A CSS module's names are, and a deleted stylesheet can't be imported.
  const files = [...edited].filter(file => !(/(?<!\.module)\.css$/.test(file) && existsSync(file)))
  if (files.some(file => /\.[jt]sx?$/.test(file))) return true
  const inputs = [forBrowser, forNode].flatMap(bundle => Object.keys(bundle.inputs).map(fileOfInput))
  return files.some(file => {
    const name = sameOnAnyDisk(`${nameIn(root, file)}/`)
    return inputs.some(input => input.startsWith(name))
  })
}

/** The file of a bundle's input. A plugin's namespace precedes it: images:shared/site/pages/team.jpg. */
const fileOfInput = (input: string) => sameOnAnyDisk(`${input.replace(/^[\w-]+:/, '')}/`)

/** Some disks ignore case, and a Mac may write an accent as a separate character. */
const sameOnAnyDisk = (name: string) => name.normalize().toLowerCase()

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
  /** Diagnostics that don't fail a build. */
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

  async function rebuildScripts(
    modules: VirtualModules,
    edited: ReadonlySet<string>,
  ): Promise<ScriptBundles> {
    const current = last?.scripts
    const isCurrent = edited.size > 0 && isDeepStrictEqual(last?.modules, modules)
    if (current && isCurrent && !changesScripts(edited, current)) return current
    last = undefined // If the bundles fail, there's nothing to keep.
    const scripts = await scriptBundles.rebuild(modules)
    last = { scripts, modules }
    return scripts
  }

  /** Reads the table, bundles, collects the files, checks the table against them, and makes a manifest of it all. */
  async function rebuild(edited: ReadonlySet<string> = new Set()): Promise<Bundle> {
    const source = await readSite(isDevelopment)
    const scripts = await rebuildScripts(source.virtualModules, edited)
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
