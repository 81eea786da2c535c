import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { BuildFeature } from '../../joints.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import type { RouteTable } from '../../shared/route-table.ts'
import { root } from '../lib/root.ts'
import { IMPORTABLE } from '../media/pictures.ts'
import { publicFileNames } from '../media/public-files.ts'
import type { BundledTargets } from '../problems/link-checks.ts'
import { fieldIn, wordProblems } from '../problems/route-checks.ts'
import { type BuiltFiles, collectFiles } from './collect-files.ts'
import { type MadeManifest, makeManifest } from './make-manifest.ts'
import { type Development, NOT_FOUND_PAGE } from './options.ts'
import { isBundled, lazyOutputsOf, outputAt, packagesIn, urlOf } from './outputs.ts'
import { COMPONENTS } from './plugins/page-chunks.ts'
import type { VirtualModules } from './plugins/virtual-modules.ts'
import { FOLDERS_WITHOUT_SCRIPT, readTable, type SiteData } from './read-table.ts'
import { runChecks } from './run-checks.ts'
import { createScriptBundles, type ScriptBundles } from './script-bundles.ts'
import { scriptUrls } from './script-urls.ts'
import { importedStyles } from './styles/imported-styles.ts'
import { createStylesheet } from './styles/stylesheet.ts'

/** What imports the stylesheets of the layout, and then those of the pages, whatever else imports them, too. */
const STYLED = ['shared/site/layout.tsx', 'shared/site/logo.tsx', COMPONENTS, NOT_FOUND_PAGE]

/** Files that no script uses. Of a CSS module one has the names, and a stylesheet that is gone is missed by it. */
const isInNoScript = (file: string) =>
  (FOLDERS_WITHOUT_SCRIPT.some(folder => nameIn(root, file).startsWith(`${folder}/`)) &&
    !IMPORTABLE.test(file)) ||
  (/(?<!\.module)\.css$/.test(file) && existsSync(file))

/** Everything of a build before it is written. */
export interface Bundle extends MadeManifest {
  site: SiteData
  table: RouteTable
  buildFeatures: readonly BuildFeature[]
  /** What the checks of links know. */
  targets: BundledTargets
  /** Every file of build/ but the manifest. */
  files: BuiltFiles
  virtualModules: VirtualModules
  /** The minified bytes of each package in these files of a script. Those of our own files have no name. */
  packages(urls: readonly string[]): ReadonlyMap<string | undefined, number>
  /** The URLs of what a page loads later: what these files of its script import dynamically. */
  lazyScripts(urls: readonly string[]): string[]
  /** What stylesheets were made of, by transformStyle() in server/site/styles.ts: files of any folder. */
  watchFiles: readonly string[]
  /** Warnings: the build succeeds. */
  warnings: string[]
  /** Titles and descriptions that search results would cut or mix up, and words that are missing. Nothing is written into dist/ with these. */
  wordProblems: string[]
}

export interface Bundler {
  /**
   * Bundles what the source has now. Where what was edited since the last call is in no script, those stay as they are. Rejects
   * with a UserError, or with esbuild's BuildFailure.
   */
  rebuild(edited?: ReadonlySet<string>): Promise<Bundle>
  dispose(): Promise<unknown>
}

/** Prepares to bundle the client and these entries of the server. */
export async function createBundler(
  entryPoints: Record<string, string>,
  development?: Development,
): Promise<Bundler> {
  const isDevelopment = development !== undefined
  const [scriptBundles, stylesheet] = await Promise.all([
    createScriptBundles(entryPoints, development),
    createStylesheet(isDevelopment ? 'development' : 'production'),
  ])

  /** The scripts of the last build, and the virtual modules that are in them. */
  let last: { scripts: ScriptBundles; modules: VirtualModules } | undefined

  /** Bundles while the table is read: of the scripts only the virtual modules are made of it. */
  async function rebuildScripts(
    modules: () => Promise<VirtualModules>,
    edited: ReadonlySet<string>,
  ): Promise<ScriptBundles> {
    const mayStay = edited.size > 0 && [...edited].every(isInNoScript)
    if (last && mayStay && isDeepStrictEqual(last.modules, await modules())) return last.scripts
    last = undefined // These may fail.
    const scripts = await scriptBundles.rebuild(modules)
    last = { scripts, modules: await modules() }
    return scripts
  }

  /** Reads the table, bundles, collects the files, checks the table against them, and makes the manifest of all. */
  async function rebuild(edited: ReadonlySet<string> = new Set()): Promise<Bundle> {
    const reading = readTable(isDevelopment)
    const bundling = rebuildScripts(async () => (await reading).virtualModules, edited)
    await Promise.allSettled([reading, bundling]) // The next call may not find this one at work.
    const read = await reading // What is wrong in the table is said first.
    const { site, table, readRoutes, virtualModules, buildFeatures } = read
    const scripts = await bundling
    const { forBrowser, forNode } = scripts
    const style = await stylesheet.rebuild(importedStyles([forNode, forBrowser], STYLED), scripts.has)
    const { files, warnings } = await collectFiles({ read, scripts, style, isDevelopment })
    const targets = await runChecks(read, files, scripts.forBrowser)
    const fieldOf = fieldIn(readRoutes)
    const checked = {
      routes: table.routes,
      companyFile: site.companyFile,
      publicFiles: await publicFileNames(),
      fieldOf,
    }
    const scriptFiles = scriptUrls(read, forBrowser, development)
    return {
      ...(await makeManifest({
        read,
        files,
        scriptUrls: scriptFiles,
        style: style.text,
        writesHtml: isBundled('shared/ui/trusted-html.tsx', forBrowser),
        development,
      })),
      site,
      table,
      buildFeatures,
      targets,
      files,
      virtualModules,
      packages: urls => packagesIn(urls.map(outputAt), forBrowser),
      lazyScripts: urls => {
        const known = [...scriptFiles.scripts, ...urls].map(outputAt)
        return lazyOutputsOf(urls.map(outputAt), forBrowser, known).map(urlOf)
      },
      watchFiles: style.dependencies,
      warnings: [...scripts.warnings, ...style.warnings, ...warnings],
      wordProblems: [
        ...wordProblems(table, fieldOf, site.company),
        ...buildFeatures.flatMap(({ wordProblems: ofFeature }) => ofFeature?.(checked) ?? []),
      ],
    }
  }

  return { rebuild, dispose: () => Promise.all([scriptBundles.dispose(), stylesheet.dispose()]) }
}
