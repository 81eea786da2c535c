import { resolve } from 'node:path'
import type { ImportKind, Metafile, Plugin } from 'esbuild'
import { transform } from 'lightningcss'
import { nameIn } from '../../../server/lib/file-names.ts'
import { root } from '../../lib/root.ts'
import { readStyle } from './read-style.ts'

/** Matches a CSS module, whose classes get unique names: `import classes from './pricing.module.css'`. */
export const CSS_MODULE = /\.module\.css$/

/** esbuild's namespace for a script that replaces a stylesheet. The path in it is the stylesheet's path in the project. */
export const IMPORTED_STYLE = 'imported-style'

/** Matches imports that may be stylesheets: packages also name theirs 'carousel/css'. */
const MAY_BE_STYLESHEET = /\.css$|\/(css|styles?)(\/|$)/

const scriptImports = new Set<ImportKind>(['import-statement', 'dynamic-import', 'require-call'])

/** Marks the plugin's own call of `resolve`, which calls every plugin again. */
const OWN_CALL = { calledBy: 'style-imports' }

/**
 * Lets a component import a stylesheet. The script contains only its class names. importedStyles() and stylesheet.ts add its
 * rules to the one stylesheet for all pages.
 */
export const styleImports: Plugin = {
  name: 'style-imports',
  setup(build) {
    build.onResolve(
      { filter: MAY_BE_STYLESHEET },
      async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (pluginData === OWN_CALL || !scriptImports.has(kind)) return
        const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: OWN_CALL })
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

/** The script that replaces a stylesheet: it exports a CSS module's class names, or nothing. */
async function scriptOf(file: string): Promise<string> {
  if (!CSS_MODULE.test(file)) return ''
  const { css } = await readStyle(file).catch(() => ({ css: '' })) // lower-styles.ts reports the mistake.
  const from = { filename: file, code: Buffer.from(css), ...cssModuleOptions(file) }
  const { exports } = transform({ ...from, errorRecovery: true })
  const names = Object.entries(exports ?? {}).map(([name, { name: className }]) => [name, className])
  return `export default ${JSON.stringify(Object.fromEntries(names.sort()))}` // Lightning CSS returns them in any order.
}

/** Lightning CSS's pattern for a CSS module's class names. It uses the file's path in the project. */
const cssModules = { pattern: '[hash]_[local]' }

/** Lightning CSS's options for a stylesheet. */
export const cssModuleOptions = (file: string) =>
  CSS_MODULE.test(file) ? { projectRoot: root, cssModules } : {}

/**
 * The stylesheets that the bundles' scripts import, as paths in the project. Each is there once, in import order.
 * The imports from `first` come first.
 */
export const importedStyles = (metafiles: readonly Metafile[], first: readonly string[]): string[] => [
  ...new Set(metafiles.flatMap(({ inputs }) => stylesIn(inputs, [...first, ...Object.keys(inputs).sort()]))),
]

/** The stylesheets that these scripts in a bundle import, directly or through others. */
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
