import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON, registerHooks } from 'node:module'
import { dirname, isAbsolute } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin, ResolveResult } from 'esbuild'
import type { Packages } from '../../scripts/bundle/script-bundles.ts'
import { reasonOf } from '../../scripts/lib/explain-error.ts'
import { isInNodeModules } from '../../scripts/lib/is-in-node-modules.ts'
import { root } from '../../scripts/lib/root.ts'
import { nameIn } from '../../server/lib/file-names.ts'

const NAMESPACE = 'package'

/** Marks this plugin's own calls of build.resolve(), for which esbuild calls every plugin again. See also imported-styles.ts. */
const OWN_CALL = { calledBy: 'packages' }

/**
 * Makes Node load the program's packages from node_modules in development, each once for all builds. A package that Node can't
 * import is bundled, as in production: `onBundled` is then called with the reason.
 */
export function createPackages(onBundled: (name: string, reason: string) => void): Packages {
  const filesOf = followImports()
  /** The text of a package's replacement module, by the package's file: '' if it needs none, undefined if it's bundled. */
  const modules = new Map<string, Promise<string | undefined>>()
  /** Results of build.resolve(), by the name, kind and folder of an import: to resolve each again takes a tenth of a build. */
  const resolved = new Map<string, ResolveResult>()
  /** The texts for which `has` has found a package. */
  const texts = new Set<string>()

  async function moduleOf(file: string): Promise<string | undefined> {
    try {
      const namespace = await import(pathToFileURL(file).href)
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
        if (from.kind === 'entry-point' || pluginData !== undefined) return
        if (isAbsolute(path) || path.startsWith('node:')) return
        const key = [path, from.kind, from.resolveDir].join()
        const last = resolved.get(key)
        const isThere = last !== undefined && existsSync(last.path)
        const found = isThere ? last : await build.resolve(path, { ...from, pluginData: OWN_CALL })
        resolved.set(key, found)
        if (found.namespace !== 'file' || !isInNodeModules(found.path)) return found
        const contents = await modules.getOrInsertComputed(found.path, moduleOf)
        if (contents === undefined) return found
        if (contents) return { path: found.path, namespace: NAMESPACE, pluginData: contents }
        const isRequired = from.kind.startsWith('require')
        return { path: isRequired ? found.path : pathToFileURL(found.path).href, external: true }
      })
      build.onLoad({ filter: /./, namespace: NAMESPACE }, ({ pluginData: contents }) => ({
        contents,
        resolveDir: root,
      }))
    },
  }

  return {
    plugin,
    has(text: string): boolean {
      const isIn = (file: string) => readFileSync(file).includes(text)
      if (!texts.has(text) && [...modules.keys()].some(file => [...filesOf(file)].some(isIn))) texts.add(text)
      return texts.has(text)
    },
  }
}

/** Makes a module that replaces a package, if Node's import alone would lack its stylesheets or some of its names. */
function moduleText(file: string, namespace: Record<string, unknown>, styles: readonly string[]): string {
  // Node finds a CommonJS module's names in its text and may miss some: https://nodejs.org/api/esm.html#commonjs-namespaces
  // esbuild finds all when the module runs. But for that it copies each name into every program, and Node keeps the programs of
  // all edits in memory. So only a package with missing names gets a module.
  const names = Object.keys(namespace['module.exports'] ?? {})
  if (names.some(name => name === 'default' || !(name in namespace)))
    return [...styles.map(requireOf), `module.exports = ${requireOf(file)}`].join('\n')
  if (styles.length === 0) return ''
  const imports = styles.map(style => `import ${JSON.stringify(style)}`)
  const exported = Object.keys(namespace).map(name => JSON.stringify(name))
  return [...imports, `export { ${exported} } from ${JSON.stringify(pathToFileURL(file))}`].join('\n')
}

const requireOf = (file: string) => `require(${JSON.stringify(file)})`

const isStylesheet = (file: string) => file.endsWith('.css') && !file.endsWith('.module.css')

/**
 * Records the files that packages import in Node, and lets a package import a stylesheet. Returns a function that lists a file of
 * a package and all the files that it imports: https://nodejs.org/api/module.html#moduleregisterhooksoptions
 */
function followImports(): (file: string) => Set<string> {
  const imports = new Map<string, Set<string>>()
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context
      const found = neighbourOf(parentURL, specifier) ?? next(specifier, context)
      if (isInNodeModules(parentURL) && found.url.startsWith('file:'))
        imports.getOrInsert(fileURLToPath(parentURL), new Set()).add(fileURLToPath(found.url))
      return found
    },
    load: (url, context, next) =>
      isStylesheet(url) ? { format: 'module', source: '', shortCircuit: true } : next(url, context),
  })
  const types = new Map<string, string | undefined>()
  const typeOf = (file: string) =>
    types.getOrInsertComputed(dirname(file), () => {
      const found = findPackageJSON(pathToFileURL(file))
      return found && JSON.parse(readFileSync(found, 'utf8')).type
    })
  /**
   * Finds the module at a relative path in the same package. Node itself would parse the whole package.json for each module,
   * which takes a second for a long one, such as date-fns's.
   */
  function neighbourOf(parentURL: string, specifier: string) {
    if (!isInNodeModules(parentURL) || !/^\.{1,2}\/.*\.js$/.test(specifier)) return undefined
    const { href } = new URL(specifier, parentURL)
    const file = fileURLToPath(href)
    if (!existsSync(file) || typeOf(file) !== 'module') return undefined
    return { url: href, format: 'module', shortCircuit: true } as const
  }
  return function filesOf(file, files = new Set<string>()): Set<string> {
    if (!files.has(file)) {
      files.add(file)
      for (const each of imports.get(file) ?? []) filesOf(each, files)
    }
    return files
  }
}
