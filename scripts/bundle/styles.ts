import { readFile } from 'node:fs/promises'
import type { PartialMessage, Plugin } from 'esbuild'
import { Features, transform, type Visitor } from 'lightningcss'
import { browsers } from './browsers.ts'

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
      // Before anything is lowered, while a line of the message is a line of the file.
      const { warnings } = await build.esbuild.transform(source, { loader: 'css', sourcefile: path })
      if (warnings.length > 0) return { errors: warnings }
      // With errorRecovery all that is wrong is a warning, which has its place.
      const from = { filename: path, code: Buffer.from(source), errorRecovery: true }
      const { code, warnings: problems } = transform({ ...from, targets })
      const errors = problems.map(({ message, loc }): PartialMessage => {
        const lineText = source.split('\n')[loc.line - 1] ?? ''
        return { text: message, location: { file: path, line: loc.line, column: loc.column - 1, lineText } }
      })
      return { contents: code, loader: 'css', errors }
    })
    build.onEnd(({ outputFiles = [] }) => {
      for (const file of outputFiles)
        if (file.path.endsWith('.css')) file.contents = finish(file.path, file.contents, minify)
    })
  },
}

/**
 * Minifies the whole stylesheet, without the second set of colours for wide-gamut screens, which no token needs. Without
 * targets Lightning CSS would write syntax that the oldest browsers do not know, such as ranges in media queries.
 */
function finish(filename: string, code: Uint8Array, minify: boolean) {
  // Done by the first pass: a second one would repeat it.
  const exclude = Features.LightDark | Features.VendorPrefixes
  return transform({ filename, code, minify, targets, exclude, visitor: oneGamut }).code
}

const oneGamut: Visitor<never> = {
  Rule: {
    supports: ({ value: { condition } }) =>
      condition.type === 'declaration' && condition.propertyId.property === 'color' ? [] : undefined,
  },
}
