import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type BuildContext, context, type Message, type Metafile, type Plugin } from 'esbuild'
import type { StyleSource } from '../../../joints.ts'
import { nameIn } from '../../../server/lib/file-names.ts'
import { root } from '../../lib/root.ts'
import { type Mode, PAGE_STYLES, STYLESHEET, styleOptions } from '../options.ts'
import { outputOf } from '../outputs.ts'
import type { ReadStyle } from './read-style.ts'

/** With brotli: what the components of all pages should add at most to the stylesheet of each. */
const MAX_PAGE_STYLES_BYTES = 4096

export interface Stylesheet {
  /** Inline in every page. */
  text: string
  /** What it was made of, before that was lowered. */
  sources: StyleSource[]
  /** The fonts and pictures that it names, by their paths. */
  files: { path: string; contents: Uint8Array }[]
  warnings: string[]
  /** The files that stylesheets were made of, besides their own. */
  dependencies: readonly string[]
  metafile: Metafile
}

/** Bundles shared/site/styles/index.css, and behind it, in the layer `pages`, what components import: paths in the project. */
export async function createStylesheet(mode: Mode) {
  let imported: readonly string[] = []
  const read = new Map<string, ReadStyle>()
  const options = styleOptions(mode, (file, style) => read.set(nameIn(root, file), style))
  const styles: BuildContext<{ write: false; metafile: true }> = await context({
    ...options,
    plugins: [pageStyles(() => imported), ...options.plugins],
  })

  async function rebuild(files: readonly string[]): Promise<Stylesheet> {
    imported = files
    read.clear()
    const { outputFiles, metafile, warnings } = await styles.rebuild()
    const textOf = (entry: string) => {
      const output = join(root, outputOf(entry, metafile))
      return outputFiles.find(({ path }) => path === output)?.text.trim() ?? ''
    }
    const ofPages = textOf(PAGE_STYLES)
    return {
      text: textOf(STYLESHEET) + ofPages,
      sources: Object.keys(metafile.inputs).flatMap(file => {
        const style = read.get(file)
        return style ? { file, text: style.css } : []
      }),
      files: outputFiles.filter(({ path }) => !path.endsWith('.css')),
      warnings: [...warnings.map(warningOf), ...(mode === 'production' ? tooLong(ofPages, files) : [])],
      dependencies: Array.from(read.values(), ({ dependencies }) => dependencies).flat(),
      metafile,
    }
  }

  return { rebuild, dispose: () => styles.dispose() }
}

function tooLong(style: string, files: readonly string[]): string[] {
  const { length } = brotliCompressSync(style)
  if (length <= MAX_PAGE_STYLES_BYTES) return []
  return [
    `${files.join(', ')}: ${length} bytes with brotli, which every page carries in its style: aim at ${MAX_PAGE_STYLES_BYTES}`,
  ]
}

/** A layer in a layer is the weaker one: what a site writes wins over the engine's, in whatever order both are imported. */
const layerOf = (file: string) => (/^(shared\/styles|features)\//.test(file) ? 'pages.engine' : 'pages')

/** The virtual stylesheet that imports these files. */
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

/** A warning in one line, with its place. */
export function warningOf({ text, location }: Message): string {
  return location ? `${location.file}:${location.line}: ${text}` : text
}
