import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ImportKind, Metafile, Plugin } from 'esbuild'
import { type CSSModuleExport, type CSSModuleReference, transform } from 'lightningcss'
import { nameIn } from '../../server/paths.ts'
import { root } from '../lib/root.ts'

/** A stylesheet whose classes have names of their own, as `import classes from './pricing.module.css'` has it. */
const CSS_MODULE = /\.module\.css$/

/** In esbuild: the script that stands for a stylesheet. Its path is the stylesheet's in the project. */
const NAMESPACE = 'imported-style'

/** What may be a stylesheet: packages also name theirs 'carousel/css'. */
const MAY_BE_STYLESHEET = /\.css$|\/(css|styles?)(\/|$)/

const scriptImports = new Set<ImportKind>(['import-statement', 'dynamic-import', 'require-call'])

/** Marks the plugin's own question to esbuild, which asks every plugin again. */
const OWN_QUESTION = { isOwnQuestion: true }

/**
 * Lets a component import a stylesheet. In the script is nothing of it but the names of its classes: its rules join the
 * one stylesheet of all pages, by importedStyles() and stylesheet.ts.
 */
export const styleImports: Plugin = {
  name: 'style-imports',
  setup(build) {
    build.onResolve(
      { filter: MAY_BE_STYLESHEET },
      async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === OWN_QUESTION || !scriptImports.has(kind)) return
        const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: OWN_QUESTION })
        if (!found.path.endsWith('.css')) return
        return { path: nameIn(root, found.path), namespace: NAMESPACE }
      },
    )
    build.onLoad({ filter: /./, namespace: NAMESPACE }, async ({ path }) => ({
      contents: await scriptOf(resolve(root, path)),
      resolveDir: resolve(root, path, '..'),
    }))
  },
}

/** The same for Vite, and so for vitest, which would otherwise give the classes other names. */
export const styleImportsInTests = {
  name: 'style-imports',
  enforce: 'pre',
  async load(id: string) {
    const [file = ''] = id.split('?')
    return file.endsWith(IN_TESTS) ? scriptOf(file.slice(0, -IN_TESTS.length)) : undefined
  },
  async resolveId(
    this: { resolve(source: string, importer?: string): Promise<{ id: string } | null> },
    source: string,
    importer?: string,
  ) {
    // From its cache, vitest asks again for what was found, by its path in the project.
    if (source.endsWith(IN_TESTS)) return source.startsWith(root) ? source : join(root, source)
    if (!source.endsWith('.css')) return
    const found = await this.resolve(source, importer)
    return found ? found.id + IN_TESTS : undefined
  },
} as const
/** So that Vite's own plugin for stylesheets leaves it alone. */
const IN_TESTS = '.names.js'

/** What a script gets for a stylesheet: an object with the names of its classes, or nothing. */
async function scriptOf(file: string): Promise<string> {
  if (!CSS_MODULE.test(file)) return ''
  const from = { filename: file, code: await readFile(file), ...cssModuleOptions(file) }
  const { exports } = transform({ ...from, errorRecovery: true }) // What is wrong is said by styles.ts.
  const classes = new Map(Object.entries(exports ?? {}).sort(byName)) // Lightning CSS gives them in any order.
  /** The modules of which `composes` names a class. */
  const others = new Set<string>()
  const values = Array.from(classes, ([name, { name: className }]) => {
    const names = [JSON.stringify(className)]
    for (const reference of referencesOf(name, classes)) {
      if (reference.type === 'dependency') others.add(reference.specifier)
      names.push(expressionOf(reference, others))
    }
    return `${JSON.stringify(name)}: [${names.join(', ')}].join(' ')`
  })
  const imports = Array.from(others, (specifier, i) => `import other${i} from ${JSON.stringify(specifier)}`)
  return [...imports, `export default { ${values.join(', ')} }`].join('\n')
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** What a class is composed of, and what those classes of its file are composed of. */
function referencesOf(name: string, classes: ReadonlyMap<string, CSSModuleExport>): CSSModuleReference[] {
  const found = new Map<string, CSSModuleReference>()
  const add = (of: CSSModuleExport | undefined) => {
    for (const reference of of?.composes ?? []) {
      const key = JSON.stringify(reference)
      if (found.has(key)) continue // Two classes may name each other.
      found.set(key, reference)
      if (reference.type === 'local') add([...classes.values()].find(other => other.name === reference.name))
    }
  }
  add(classes.get(name))
  return [...found.values()]
}

function expressionOf(reference: CSSModuleReference, others: ReadonlySet<string>): string {
  const name = JSON.stringify(reference.name)
  if (reference.type !== 'dependency') return name
  return `other${[...others].indexOf(reference.specifier)}[${name}]`
}

/** Options of Lightning CSS: the names are made of the file's path in the project and the class, equal in each bundle. */
export function cssModuleOptions(file: string) {
  if (!CSS_MODULE.test(file)) return {}
  // A package has its path in node_modules, wherever that is.
  const filename = nameIn(root, file).replace(/^.*(?=node_modules\/)/, '')
  return { filename, cssModules: { pattern: '[hash]_[local]' } }
}

/**
 * The stylesheets that the scripts of bundles import, as paths in the project, in the order of the imports; each once.
 * Those that the script `first` imports come first.
 */
export function importedStyles(metafiles: readonly Metafile[], first: string): string[] {
  const styles = new Set<string>()
  for (const { inputs } of metafiles) {
    const seen = new Set<string>()
    const visit = (file: string) => {
      if (seen.has(file)) return
      seen.add(file)
      for (const { path } of inputs[file]?.imports ?? []) visit(path)
      if (file.startsWith(`${NAMESPACE}:`)) styles.add(file.replace(`${NAMESPACE}:`, ''))
    }
    for (const file of [first, ...Object.keys(inputs).sort()]) visit(file)
  }
  return [...styles]
}
