import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isAbsolute } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { nameIn } from '../../../server/file-names.ts'
import { reasonOf } from '../../lib/explain-error.ts'
import { root } from '../../lib/root.ts'
import { isOfPackage } from '../styles/lower-styles.ts'

const NAMESPACE = 'package'

/** Marks the plugin's own question to esbuild, which asks every plugin again. */
const OWN_QUESTION = { isOwnQuestion: true }

/**
 * In development Node loads the packages of its program from node_modules, each once for all builds. A package that Node
 * cannot import is bundled, as in production: `onBundled` is told of it, and why.
 */
export function createPackages(onBundled: (name: string, reason: string) => void) {
  const filesOf = followImports()
  /** What stands for a package, by the package's file; undefined where it is bundled. */
  const modules = new Map<string, Promise<string | undefined>>()
  /** Texts that were found in packages. */
  const texts = new Set<string>()

  async function moduleOf(file: string): Promise<string | undefined> {
    try {
      const namespace: object = await import(pathToFileURL(file).href)
      return moduleText(file, namespace, [...filesOf(file)].filter(isStylesheet))
    } catch (error) {
      onBundled(nameIn(root, file), reasonOf(error))
      return undefined
    }
  }

  const plugin: Plugin = {
    name: 'packages',
    setup(build) {
      build.onResolve({ filter: /^[^.]/ }, async ({ path, pluginData, namespace, ...from }) => {
        if (namespace === NAMESPACE && !isStylesheet(path)) return { path, external: true }
        if (from.kind === 'entry-point' || pluginData !== undefined || isAbsolute(path)) return
        const found = await build.resolve(path, { ...from, pluginData: OWN_QUESTION })
        if (found.namespace !== 'file' || !isOfPackage(found.path)) return found
        const contents = await modules.getOrInsertComputed(found.path, moduleOf)
        return contents === undefined
          ? found
          : { path: found.path, namespace: NAMESPACE, pluginData: contents }
      })
      build.onLoad({ filter: /./, namespace: NAMESPACE }, ({ pluginData: contents }) => ({
        contents,
        resolveDir: root,
      }))
    },
  }

  return {
    plugin,
    /** Whether a text stands in a file that Node has loaded of a package. */
    has(text: string): boolean {
      const isIn = (file: string) => readFileSync(file).includes(text)
      if (!texts.has(text) && [...modules.keys()].some(file => [...filesOf(file)].some(isIn))) texts.add(text)
      return texts.has(text)
    },
  }
}

/** A module that loads a package and its stylesheets. esbuild misses a name that the package does not have. */
function moduleText(file: string, namespace: object, styles: readonly string[]): string {
  // Node finds names of CommonJS in the text, and esbuild when it runs: https://nodejs.org/api/esm.html#commonjs-namespaces
  if ('module.exports' in namespace)
    return [...styles.map(requireOf), `module.exports = ${requireOf(file)}`].join('\n')
  const names = Object.keys(namespace).map(name => JSON.stringify(name))
  const imports = styles.map(style => `import ${JSON.stringify(style)}`)
  return [...imports, `export { ${names.join(', ')} } from ${JSON.stringify(pathToFileURL(file))}`].join('\n')
}

const requireOf = (file: string) => `require(${JSON.stringify(file)})`

const isStylesheet = (file: string) => file.endsWith('.css') && !file.endsWith('.module.css')

/**
 * Follows what Node loads for packages, and lets a package import a stylesheet. Returns a function that gives the files that
 * a file of a package has loaded: https://nodejs.org/api/module.html#moduleregisterhooksoptions
 */
function followImports(): (file: string) => Set<string> {
  const imports = new Map<string, Set<string>>()
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const { parentURL = '' } = context
      if (isOfPackage(parentURL) && found.url.startsWith('file:'))
        imports.getOrInsert(fileURLToPath(parentURL), new Set()).add(fileURLToPath(found.url))
      return found
    },
    load: (url, context, next) =>
      isStylesheet(url) ? { format: 'module', source: '', shortCircuit: true } : next(url, context),
  })
  return function filesOf(file, files = new Set<string>()): Set<string> {
    if (!files.has(file)) {
      files.add(file)
      for (const each of imports.get(file) ?? []) filesOf(each, files)
    }
    return files
  }
}
