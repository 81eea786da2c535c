import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type BuildContext, context, type Message, type Metafile, type Plugin } from 'esbuild'
import { UserError } from '../../server/errors.ts'
import { type Sheet, styleProblems } from '../check/style-checks.ts'
import { root } from '../lib/root.ts'
import { type Mode, PAGE_STYLES, STYLESHEET, styleOptions } from './options.ts'
import { outputOf } from './page-chunks.ts'
import { isOfPackage } from './styles.ts'

/** In bytes with brotli: what the components of all pages may add to the stylesheet of each. */
const MAX_PAGE_STYLES = 4096

export interface Stylesheet {
  /** Inline in every page. */
  text: string
  /** The fonts and pictures that it names, by their paths. */
  files: { path: string; contents: Uint8Array }[]
  warnings: string[]
  metafile: Metafile
}

/** Bundles shared/styles/index.css, and behind it, in the layer `pages`, what components import: paths in the project. */
export async function createStylesheet(mode: Mode) {
  let imported: readonly string[] = []
  const plugins = [pageStyles(() => imported), ...styleOptions(mode).plugins]
  const styles: BuildContext<{ write: false; metafile: true }> = await context({
    ...styleOptions(mode),
    plugins,
  })

  /** Throws a UserError where a browser would skip something without a word. */
  async function rebuild(
    files: readonly string[],
    isSetByScript: (property: string) => boolean = () => false,
  ): Promise<Stylesheet> {
    imported = files
    const { outputFiles, metafile, warnings } = await styles.rebuild()
    const sheets = await Promise.all(Object.keys(metafile.inputs).filter(isFile).map(readSheet))
    const own = sheets.filter(({ file }) => !isOfPackage(file))
    const others = sheets.filter(({ file }) => isOfPackage(file))
    const problems = styleProblems(own, others, isSetByScript)
    if (problems.length > 0) throw new UserError(problems.join('\n'))
    const textOf = (entry: string) => {
      const output = join(root, outputOf(entry, metafile))
      return outputFiles.find(({ path }) => path === output)?.text.trim() ?? ''
    }
    const ofPages = textOf(PAGE_STYLES)
    return {
      text: textOf(STYLESHEET) + ofPages,
      files: outputFiles.filter(({ path }) => !path.endsWith('.css')),
      warnings: [...warnings.map(warningOf), ...(mode === 'production' ? tooLong(ofPages, files) : [])],
      metafile,
    }
  }

  return { rebuild, dispose: () => styles.dispose() }
}

function tooLong(style: string, files: readonly string[]): string[] {
  const { length } = brotliCompressSync(style)
  if (length <= MAX_PAGE_STYLES) return []
  return [
    `${files.join(', ')}: ${length} bytes with brotli, which every page carries in its style: aim at ${MAX_PAGE_STYLES}`,
  ]
}

const isFile = (input: string) => input.endsWith('.css')
const readSheet = async (file: string): Promise<Sheet> => ({
  file,
  text: await readFile(join(root, file), 'utf8'),
})

/** The virtual stylesheet that imports these files. */
const pageStyles = (files: () => readonly string[]): Plugin => ({
  name: 'page-styles',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${PAGE_STYLES}$`) }, ({ path }) => ({
      path,
      namespace: 'virtual',
    }))
    build.onLoad({ filter: /./, namespace: 'virtual' }, () => {
      const imports = files().map(file => `@import ${JSON.stringify(`./${file}`)} layer(pages);`)
      return { contents: imports.join('\n'), loader: 'css', resolveDir: root }
    })
  },
})

/** A warning in one line, with its place. */
export function warningOf({ text, location }: Message): string {
  return location ? `${location.file}:${location.line}: ${text}` : text
}
