import { join } from 'node:path'
import { type BuildContext, context, type Metafile, type Plugin } from 'esbuild'
import type { StyleSource } from '../../../extension-points.ts'
import { nameIn } from '../../../server/lib/file-names.ts'
import { textOfMessage } from '../../lib/diagnostics.ts'
import { root } from '../../lib/root.ts'
import { type Mode, PAGE_STYLES, STYLESHEET, styleOptions } from '../options.ts'
import { outputOf } from '../outputs.ts'
import { lowerStyles } from './lower-styles.ts'
import type { ReadStyle } from './read-style.ts'

export interface Stylesheet {
  /** The text, which is inline in every page. */
  text: string
  /** The stylesheets that it was made of, before they were lowered. */
  sources: StyleSource[]
  /** The fonts and pictures that it uses, by their paths. */
  files: { path: string; contents: Uint8Array }[]
  warnings: string[]
  /** The other files that stylesheets were made of. */
  dependencies: readonly string[]
  metafile: Metafile
}

/** Bundles shared/site/styles/index.css. The stylesheets that components import follow, in the layer `pages`. */
export async function createStylesheet(mode: Mode) {
  let imported: readonly string[] = []
  const read = new Map<string, ReadStyle>()
  const styles: BuildContext<{ write: false; metafile: true }> = await context({
    ...styleOptions(mode),
    plugins: [pageStyles(() => imported), lowerStyles((file, style) => read.set(nameIn(root, file), style))],
  })

  async function rebuild(files: readonly string[]): Promise<Stylesheet> {
    imported = files
    read.clear()
    const { outputFiles, metafile, warnings } = await styles.rebuild()
    const textOf = (entry: string) => {
      const output = join(root, outputOf(entry, metafile))
      return outputFiles.find(({ path }) => path === output)?.text.trim() ?? ''
    }
    return {
      text: textOf(STYLESHEET) + textOf(PAGE_STYLES),
      sources: Object.keys(metafile.inputs).flatMap(file => {
        const style = read.get(file)
        return style ? { file, text: style.css } : []
      }),
      files: outputFiles.filter(({ path }) => !path.endsWith('.css')),
      warnings: warnings.map(textOfMessage),
      dependencies: Array.from(read.values(), ({ dependencies }) => dependencies).flat(),
      metafile,
    }
  }

  return { rebuild, dispose: () => styles.dispose() }
}

/** The layer for a component's stylesheet. The engine's is the weaker one, so a site's rules win in any order of imports. */
const layerOf = (file: string) => (/^(shared\/styles|features)\//.test(file) ? 'pages.engine' : 'pages')

/** The virtual stylesheet's text, which imports these files. */
const pageStyles = (files: () => readonly string[]): Plugin => ({
  name: 'page-styles',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${PAGE_STYLES}$`) }, ({ path }) => ({
      path,
      namespace: 'virtual',
    }))
    build.onLoad({ filter: /./, namespace: 'virtual' }, () => {
      const imports = files().map(file => `@import ${JSON.stringify(`./${file}`)} layer(${layerOf(file)});`)
      return { contents: imports.join('\n'), loader: 'css', resolveDir: root }
    })
  },
})
