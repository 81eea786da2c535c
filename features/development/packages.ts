import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON, registerHooks } from 'node:module'
import { dirname, isAbsolute } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin, ResolveResult } from 'esbuild'
import type { Packages } from '../../scripts/bundle/options.ts'
import { isOfPackage } from '../../scripts/bundle/styles/lower-styles.ts'
import { reasonOf } from '../../scripts/lib/explain-error.ts'
import { root } from '../../scripts/lib/root.ts'
import { nameIn } from '../../server/lib/file-names.ts'

const NAMESPACE = 'package'

/** Marks the plugin's own question to esbuild, which asks every plugin again. That of imported-styles.ts is another one. */
const OWN_QUESTION = { askedBy: 'packages' }

/**
 * In development Node loads the packages of its program from node_modules, each once for all builds. A package that Node
 * cannot import is bundled, as in production: `onBundled` is told of it, and why.
 */
export function createPackages(onBundled: (name: string, reason: string) => void): Packages {
  const filesOf = followImports()
  /** The replacement module of a package, by the package's file: '' if it needs none, undefined if it is bundled. */
  const modules = new Map<string, Promise<string | undefined>>()
  /** What esbuild has found, by the name, the kind and the folder of an import: to ask it for each takes a tenth of a build. */
  const resolved = new Map<string, ResolveResult>()
  /** Texts that were found in packages. */
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
        const found = isThere ? last : await build.resolve(path, { ...from, pluginData: OWN_QUESTION })
        resolved.set(key, found)
        if (found.namespace !== 'file' || !isOfPackage(found.path)) return found
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

/** A module that loads a package where the program cannot do it by itself: with its stylesheets, or with all its names. */
function moduleText(file: string, namespace: Record<string, unknown>, styles: readonly string[]): string {
  // Node finds names of CommonJS in the text, and esbuild when it runs: https://nodejs.org/api/esm.html#commonjs-namespaces
  // For that esbuild copies each name into every program, and Node keeps the programs of all edits in memory.
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
 * Follows what Node loads for packages, and lets a package import a stylesheet. Returns a function that gives the files that
 * a file of a package has loaded: https://nodejs.org/api/module.html#moduleregisterhooksoptions
 */
function followImports(): (file: string) => Set<string> {
  const imports = new Map<string, Set<string>>()
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context
      const found = neighbourOf(parentURL, specifier) ?? next(specifier, context)
      if (isOfPackage(parentURL) && found.url.startsWith('file:'))
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
   * The module at a path in the same package. Node itself parses the whole package.json for each: for one as long as that of
   * date-fns this takes a second.
   */
  function neighbourOf(parentURL: string, specifier: string) {
    if (!isOfPackage(parentURL) || !/^\.{1,2}\/.*\.js$/.test(specifier)) return undefined
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
