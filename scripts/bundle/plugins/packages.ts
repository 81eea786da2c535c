import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isAbsolute } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { OnResolveResult, Plugin } from 'esbuild'
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
    const { href } = pathToFileURL(file)
    try {
      const namespace: object = await import(href)
      return moduleText(href, namespace, filesOf(file).filter(isStylesheet))
    } catch (error) {
      onBundled(nameIn(root, file), reasonOf(error))
      return undefined
    }
  }

  const pluginOf = (resolvePackage: (path: string) => Promise<OnResolveResult | undefined>): Plugin => ({
    name: 'packages',
    setup(build) {
      /** Where packages were found, for the next build. */
      const resolved = new Map<string, OnResolveResult>()
      build.onResolve({ filter: /^[^.]/ }, async ({ path, pluginData, namespace, ...from }) => {
        if (from.kind === 'entry-point' || pluginData !== undefined || isAbsolute(path)) return
        if (namespace === NAMESPACE) return path.startsWith('file:') ? { path, external: true } : undefined
        const key = `${path} ${from.kind} ${from.resolveDir}`
        const known = resolved.get(key)
        if (known) return known
        const found = await build.resolve(path, { ...from, pluginData: OWN_QUESTION })
        const isPackage = found.namespace === 'file' && isOfPackage(found.path)
        const result = isPackage ? await resolvePackage(found.path) : undefined
        if (result) resolved.set(key, result)
        return result ?? found
      })
      build.onLoad({ filter: /./, namespace: NAMESPACE }, async ({ path }) => ({
        contents: (await modules.get(path)) ?? '',
        resolveDir: root,
      }))
    },
  })

  return {
    plugin: pluginOf(async path => {
      const module = await modules.getOrInsertComputed(path, moduleOf)
      return module === undefined ? undefined : { path, namespace: NAMESPACE }
    }),
    /** For the browser's script, which is checked and not run: a package has to be there. */
    checkPlugin: pluginOf(async path => ({ path, external: true })),
    /** Whether a text stands in a file that Node has loaded of a package. */
    has(text: string): boolean {
      const isIn = (file: string) => readFileSync(file).includes(text)
      if (!texts.has(text) && [...new Set([...modules.keys()].flatMap(filesOf))].some(isIn)) texts.add(text)
      return texts.has(text)
    },
  }
}

/** A module that exports what a package exports, so that esbuild misses a name that it does not have. */
function moduleText(url: string, namespace: object, styles: readonly string[]): string {
  const from = JSON.stringify(url)
  const imports = styles.map(style => `import ${JSON.stringify(style)}`)
  // Of CommonJS, Node exports the names that it finds in the text, and esbuild those that are there: https://nodejs.org/api/esm.html#commonjs-namespaces
  const commonJs: unknown = Reflect.get(namespace, 'module.exports')
  if (commonJs === undefined) {
    const names = Object.keys(namespace).map(name => JSON.stringify(name))
    return [...imports, `export { ${names.join(', ')} } from ${from}`].join('\n')
  }
  const names = Object.keys(Object(commonJs)).filter(name => name !== 'default')
  return [
    ...imports,
    `import commonJs from ${from}`,
    'export default commonJs',
    'const read = name => commonJs[name]',
    // esbuild leaves out what nobody imports.
    ...names.map((name, i) => `const e${i} = /* @__PURE__ */ read(${JSON.stringify(name)})`),
    `export { ${names.map((name, i) => `e${i} as ${JSON.stringify(name)}`).join(', ')} }`,
  ].join('\n')
}

const isStylesheet = (file: string) => file.endsWith('.css') && !file.endsWith('.module.css')

/**
 * Follows what Node loads for packages, and lets a package import a stylesheet. Returns a function that gives the files that
 * a file of a package has loaded, each after its own imports: https://nodejs.org/api/module.html#moduleregisterhooksoptions
 */
function followImports(): (file: string) => string[] {
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
  return file => {
    const files = new Set<string>()
    const seen = new Set<string>()
    const visit = (each: string) => {
      if (seen.has(each)) return
      seen.add(each)
      imports.get(each)?.forEach(visit)
      files.add(each)
    }
    visit(file)
    return [...files]
  }
}
