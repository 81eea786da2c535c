import { resolve } from 'node:path'
import type { ImportKind, Metafile, Plugin } from 'esbuild'
import { transform } from 'lightningcss'
import { nameIn } from '../../../server/lib/file-names.ts'
import { root } from '../../lib/root.ts'
import { readStyle } from './read-style.ts'

/** A stylesheet whose classes have names of their own, as `import classes from './pricing.module.css'` has it. */
export const CSS_MODULE = /\.module\.css$/

/** The namespace of esbuild for a script that stands for a stylesheet. Its path is the stylesheet's in the project. */
export const IMPORTED_STYLE = 'imported-style'

/** What may be a stylesheet: packages also name theirs 'carousel/css'. */
const MAY_BE_STYLESHEET = /\.css$|\/(css|styles?)(\/|$)/

const scriptImports = new Set<ImportKind>(['import-statement', 'dynamic-import', 'require-call'])

/** Marks the plugin's own question to esbuild, which asks every plugin again. */
const OWN_QUESTION = { askedBy: 'style-imports' }

/**
 * Lets a component import a stylesheet. The script contains only its class names: its rules join the one stylesheet of all
 * pages, in importedStyles() and stylesheet.ts.
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
        return { path: nameIn(root, found.path), namespace: IMPORTED_STYLE }
      },
    )
    build.onLoad({ filter: /./, namespace: IMPORTED_STYLE }, async ({ path }) => ({
      contents: await scriptOf(resolve(root, path)),
      resolveDir: resolve(root, path, '..'),
    }))
  },
}

/** What a script gets for a stylesheet: an object with the names of its classes, or nothing. */
async function scriptOf(file: string): Promise<string> {
  if (!CSS_MODULE.test(file)) return ''
  const { css } = await readStyle(file).catch(() => ({ css: '' })) // lower-styles.ts says what is wrong.
  const from = { filename: file, code: Buffer.from(css), ...cssModuleOptions(file) }
  const { exports } = transform({ ...from, errorRecovery: true })
  const names = Object.entries(exports ?? {}).map(([name, { name: className }]) => [name, className])
  return `export default ${JSON.stringify(Object.fromEntries(names.sort()))}` // Lightning CSS gives them in any order.
}

/** How Lightning CSS names the classes of a CSS module: by the file's path in the project. */
const cssModules = { pattern: '[hash]_[local]' }

/** Options of Lightning CSS for a stylesheet. */
export const cssModuleOptions = (file: string) =>
  CSS_MODULE.test(file) ? { projectRoot: root, cssModules } : {}

/**
 * The stylesheets that the scripts of bundles import, as paths in the project, in the order of the imports; each once.
 * Those that the scripts `first` import come first.
 */
export const importedStyles = (metafiles: readonly Metafile[], first: readonly string[]): string[] => [
  ...new Set(metafiles.flatMap(({ inputs }) => stylesIn(inputs, [...first, ...Object.keys(inputs).sort()]))),
]

/** The stylesheets that these scripts of a bundle import, and those that they import. */
function stylesIn(inputs: Metafile['inputs'], scripts: readonly string[]): string[] {
  const styles: string[] = []
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const { path } of inputs[file]?.imports ?? []) visit(path)
    if (file.startsWith(`${IMPORTED_STYLE}:`)) styles.push(file.replace(`${IMPORTED_STYLE}:`, ''))
  }
  scripts.forEach(visit)
  return styles
}
