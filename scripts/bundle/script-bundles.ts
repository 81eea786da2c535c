import { context, type Metafile, type OutputFile, type Plugin } from 'esbuild'
import { textOfMessage } from '../lib/diagnostics.ts'
import { browserOptions, nodeOptions } from './options.ts'
import { type VirtualModules, virtualModules } from './plugins/virtual-modules.ts'
import { publicDefine } from './public-env.ts'
import { buildFeatures } from './read-site.ts'

/** esbuild's bundles for the browser and for Node. */
export interface ScriptBundles {
  outputFiles: readonly OutputFile[]
  forBrowser: Metafile
  forNode: Metafile
  warnings: string[]
  /** Whether a text is in one of the scripts, including those of packages. */
  has(text: string): boolean
}

/** How Node loads its program's packages from node_modules in development, so that an edit reloads only the site's own code. */
export interface Packages {
  plugin: Plugin
  /** Whether a text is in a file that Node has loaded from a package. */
  has(text: string): boolean
}

/** Bundles the scripts, with a build's virtual modules. Rejects with esbuild's BuildFailure. */
export type BundleScripts = (modules: VirtualModules) => Promise<ScriptBundles>

/** The plugins that features add. */
const added = (side: 'browser' | 'node') => buildFeatures.flatMap(({ plugins }) => plugins?.[side] ?? [])

/** Prepares to bundle the client and these entry points on the server. */
export async function createScriptBundles(entryPoints: Record<string, string>, packages?: Packages) {
  const mode = packages ? 'development' : 'production'
  // An esbuild context keeps its plugins, so this plugin reads the current build's modules.
  let modules: VirtualModules = {}
  const define = publicDefine() // This reads all of shared/.
  const browser = browserOptions(mode, define)
  const node = nodeOptions(mode, entryPoints, define)
  const [nodeContext, browserContext] = await Promise.all([
    context({
      ...node,
      plugins: [...(packages ? [packages.plugin] : []), ...node.plugins, ...added('node')],
    }),
    context({
      ...browser,
      plugins: [virtualModules(() => modules), ...browser.plugins, ...added('browser')],
    }),
  ])

  async function bundleBoth() {
    const builds = [nodeContext.rebuild(), browserContext.rebuild()] as const
    // esbuild would return a running rebuild for a new one, so this waits for both, even if one has failed.
    await Promise.allSettled(builds)
    return builds
  }

  const rebuild: BundleScripts = async modulesOfBuild => {
    modules = modulesOfBuild
    const [forNode, forBrowser] = await Promise.all(await bundleBoth())
    const outputFiles = [...forBrowser.outputFiles, ...forNode.outputFiles]
    return {
      outputFiles,
      forBrowser: forBrowser.metafile,
      forNode: forNode.metafile,
      warnings: forBrowser.warnings.map(textOfMessage),
      has: wanted => outputFiles.some(({ text }) => text.includes(wanted)) || packages?.has(wanted) === true,
    }
  }

  return { rebuild, dispose: () => Promise.all([nodeContext.dispose(), browserContext.dispose()]) }
}
