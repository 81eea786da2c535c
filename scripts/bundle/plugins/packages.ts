import { readFileSync, realpathSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isAbsolute, join, sep } from 'node:path'
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
 * In development Node loads packages from node_modules, and each once for all builds. A package that it cannot import is
 * bundled with our own files, as in production.
 */
export function createPackages(onBundled: (name: string, reason: string) => void) {
  const installed = realpathSync(join(root, 'node_modules')) + sep
  const importsOf = followImports()
  /** The text of the module that stands for a package, by the package's file; undefined where it is bundled. */
  const modules = new Map<string, Promise<string | undefined>>()

  async function moduleOf(file: string): Promise<string | undefined> {
    const { href } = pathToFileURL(file)
    try {
      return standIn(href, await import(href), stylesOf(file))
    } catch (error) {
      onBundled(nameIn(root, file), reasonOf(error))
      return undefined
    }
  }

  /** The files that a package has loaded, each after its imports. */
  function filesOf(file: string): string[] {
    const files = new Set<string>()
    const seen = new Set<string>()
    const visit = (each: string) => {
      if (seen.has(each)) return
      seen.add(each)
      importsOf(each).forEach(visit)
      files.add(each)
    }
    visit(file)
    return [...files]
  }
  const stylesOf = (file: string) => filesOf(file).filter(isStylesheet)

  const pluginOf = (takePackage: (file: string) => Promise<OnResolveResult | undefined>): Plugin => ({
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
        const isPackage = found.namespace === 'file' && found.path.startsWith(installed)
        const taken = isPackage ? await takePackage(found.path) : undefined
        if (taken) resolved.set(key, taken)
        return taken ?? found
      })
      build.onLoad({ filter: /./, namespace: NAMESPACE }, async ({ path }) => ({
        contents: (await modules.get(path)) ?? '',
        resolveDir: root,
      }))
    },
  })

  return {
    plugin: pluginOf(async path => {
      if (!modules.has(path)) modules.set(path, moduleOf(path))
      return (await modules.get(path)) === undefined ? undefined : { path, namespace: NAMESPACE }
    }),
    /** In the browser's script, which is checked and not run, a package has to be there. */
    checkPlugin: pluginOf(async path => ({ path, external: true })),
    /** Whether a text stands in a file that a package has loaded. */
    has: (text: string) =>
      [...new Set([...modules.keys()].flatMap(filesOf))].some(file => readFileSync(file).includes(text)),
  }
}

/** A module that exports what a package does, and imports the stylesheets that the package imports. */
function standIn(url: string, namespace: object, styles: readonly string[]): string {
  const from = JSON.stringify(url)
  const lines = styles.map(style => `import ${JSON.stringify(style)}`)
  // Of CommonJS Node knows by name what it finds in the text, esbuild all that is there: https://nodejs.org/api/esm.html#commonjs-namespaces
  const exported: unknown = Reflect.get(namespace, 'module.exports')
  if (exported === undefined) {
    const names = Object.keys(namespace).map(name => JSON.stringify(name))
    return [...lines, `export { ${names.join(', ')} } from ${from}`].join('\n')
  }
  const names = Object.keys(Object(exported)).filter(name => name !== 'default')
  return [
    ...lines,
    `import exported from ${from}`,
    'export default exported',
    'const read = name => exported[name]',
    // esbuild leaves out what nobody imports.
    ...names.map((name, i) => `const e${i} = /* @__PURE__ */ read(${JSON.stringify(name)})`),
    `export { ${names.map((name, i) => `e${i} as ${JSON.stringify(name)}`).join(', ')} }`,
  ].join('\n')
}

const isStylesheet = (file: string) => file.endsWith('.css') && !file.endsWith('.module.css')

/**
 * Notes which files Node loads for which, and gives it an empty module for a stylesheet, so that a package may import one.
 * Returns what gives the imports of a file: https://nodejs.org/api/module.html#moduleregisterhooksoptions
 */
function followImports(): (file: string) => readonly string[] {
  const imports = new Map<string, Set<string>>()
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      const { parentURL } = context
      if (parentURL?.startsWith('file:') && found.url.startsWith('file:') && isOfPackage(parentURL)) {
        const parent = fileURLToPath(parentURL)
        imports.set(parent, (imports.get(parent) ?? new Set()).add(fileURLToPath(found.url)))
      }
      return found
    },
    load: (url, context, next) =>
      isStylesheet(url) && isOfPackage(url)
        ? { format: 'module', source: '', shortCircuit: true }
        : next(url, context),
  })
  return file => [...(imports.get(file) ?? [])]
}
