import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type BuildFailure, build, type Metafile, type PartialMessage, type Plugin } from 'esbuild'
import { Features, transform, type Visitor } from 'lightningcss'
import { browsers, target } from './browsers.ts'
import { root } from './root.ts'

/** Lightning CSS wants a version as 0xMMmmpp. */
const encode = (version: string) =>
  version.split('.').reduce((sum, part, place) => sum | (Number(part) << (16 - 8 * place)), 0)
const targets = {
  chrome: encode(browsers.chrome),
  firefox: encode(browsers.firefox),
  safari: encode(browsers.safari),
  ios_saf: encode(browsers.safari),
}

/** Lowers every stylesheet for the oldest browsers. What is wrong in one fails the build, with its file and line. */
export const styles: Plugin = {
  name: 'styles',
  setup(build) {
    const { minify = false } = build.initialOptions
    build.onLoad({ filter: /\.css$/, namespace: 'file' }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      // Asked before anything is lowered, while a line of the message is a line of the file.
      const { warnings } = await build.esbuild.transform(source, { loader: 'css', sourcefile: path })
      if (warnings.length > 0) return { errors: warnings }
      const { code, problems } = lower(path, source)
      const errors = problems.map(({ message, loc }): PartialMessage => {
        const lineText = source.split('\n')[loc.line - 1] ?? ''
        return { text: message, location: { file: path, line: loc.line, column: loc.column - 1, lineText } }
      })
      return { contents: code, loader: 'css', errors }
    })
    build.onEnd(({ warnings, outputFiles = [] }) => {
      for (const file of outputFiles)
        if (file.path.endsWith('.css')) file.contents = finish(file.path, file.contents, minify)
      return { errors: warnings }
    })
  },
}

const NAMESPACE = 'page-style'

/** Lets a page import a stylesheet, as a text: see shared/ui/words-style.tsx. */
export const pageStyles: Plugin = {
  name: 'page-styles',
  setup(build) {
    build.onResolve({ filter: /\.css$/ }, ({ path, resolveDir, kind }) =>
      kind === 'import-statement' ? { path: resolve(resolveDir, path), namespace: NAMESPACE } : undefined,
    )
    build.onLoad({ filter: /\.css$/, namespace: NAMESPACE }, async ({ path }) => {
      try {
        return { contents: await pageStyle(path), loader: 'text' }
      } catch (error) {
        return { errors: (error as BuildFailure).errors }
      }
    })
  },
}

/** The stylesheets that a bundle has imported in this way. */
export const pageStylesIn = ({ inputs }: Metafile): Promise<string[]> =>
  Promise.all(
    Object.keys(inputs)
      .filter(name => name.startsWith(`${NAMESPACE}:`))
      .sort()
      .map(name => pageStyle(name.slice(NAMESPACE.length + 1))),
  )

/** The same for tests, which import pages without a bundle: a plugin of Vite. */
export const pageStylesInTests = {
  name: 'page-styles',
  enforce: 'pre',
  // Under a name of its own: what ends in .css is Vite's.
  resolveId: (source: string, importer = '') =>
    source.endsWith('.css') ? `\0${resolve(dirname(importer), source)}.text` : undefined,
  load: async (id: string) =>
    id.endsWith('.css.text')
      ? `export default ${JSON.stringify(await pageStyle(id.slice(1, -'.text'.length)))}`
      : undefined,
} as const

/** A stylesheet in a layer of its own: React puts it before or after the site's own, as it likes. */
async function pageStyle(file: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `@import '${join(root, 'shared/styles/layers.css')}'; @import '${file}' layer(page);`,
      resolveDir: dirname(file),
      loader: 'css',
    },
    absWorkingDir: root,
    outfile: basename(file),
    plugins: [styles],
    target,
    bundle: true,
    minify: true,
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text.trim() ?? ''
}

interface UserError {
  message: string
  loc: { line: number; column: number }
}

/** What Lightning CSS makes of a stylesheet, and what it objects to. */
function lower(filename: string, source: string): { code: string; problems: UserError[] } {
  try {
    const { code, warnings } = transform({ filename, code: Buffer.from(source), targets })
    return { code: code.toString(), problems: warnings }
  } catch (error) {
    if (error instanceof Error && 'loc' in error) return { code: '', problems: [error as Error & UserError] }
    throw error
  }
}

/** What the first pass has done once and for all: a second one would only say it twice. */
const done = Features.LightDark | Features.VendorPrefixes

/**
 * The whole style, without the second set of colours for screens that show more than sRGB: no token needs it. Without the
 * targets it would be minified into what the oldest browsers do not know, such as ranges in media queries.
 */
const finish = (filename: string, code: Uint8Array, minify: boolean) =>
  transform({ filename, code, minify, targets, exclude: done, visitor: oneGamut }).code

const oneGamut: Visitor<never> = {
  Rule: {
    supports: ({ value: { condition } }) =>
      condition.type === 'declaration' && condition.propertyId.property === 'color' ? [] : undefined,
  },
}
