import { resolve } from 'node:path'
import type { PartialMessage, Plugin } from 'esbuild'
import { Features, type SupportsCondition, transform, type Visitor } from 'lightningcss'
import { reasonOf } from '../../lib/explain-error.ts'
import { isInNodeModules } from '../../lib/is-in-node-modules.ts'
import { pathOnDisk } from '../../lib/path-on-disk.ts'
import { browsers } from '../browsers.ts'
import { cssModuleOptions } from './imported-styles.ts'
import { type ReadStyle, readStyle } from './read-style.ts'
import {
  composesMessage,
  endTag,
  FOREIGN,
  messageAt,
  messageOfTransform,
  missingFiles,
} from './style-mistakes.ts'

/** Encodes a version for Lightning CSS: 0xMMmmpp. */
const encode = (version: string) =>
  version.split('.').reduce((sum, part, place) => sum | (Number(part) << (16 - 8 * place)), 0)
const targets = {
  chrome: encode(browsers.chrome),
  firefox: encode(browsers.firefox),
  safari: encode(browsers.safari),
  ios_saf: encode(browsers.safari),
}

/**
 * Lowers every stylesheet for the oldest browsers. A mistake in one of the project's own fails the build, with its file and line.
 * `onRead` gets each stylesheet as it was read.
 */
export const lowerStyles = (onRead: (file: string, style: ReadStyle) => void = () => {}): Plugin => ({
  name: 'styles',
  setup(build) {
    const { minify = false } = build.initialOptions
    build.onResolve({ filter: /^(https?:)?\/\//, namespace: 'file' }, ({ kind }) =>
      kind === 'import-rule' ? { errors: [{ text: FOREIGN }] } : undefined,
    )
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path: url, kind, resolveDir }) => {
      if (kind !== 'url-token') return
      const name = url.replace(/[?#].*/, '')
      const path = pathOnDisk(resolve(resolveDir, name))
      return path === undefined ? undefined : { path, suffix: url.slice(name.length) }
    })
    // A file of shared/site/public/: missingFiles() has found it.
    build.onResolve({ filter: /^\/[^/]/ }, ({ path, kind }) =>
      kind === 'url-token' ? { path, external: true } : undefined,
    )
    build.onLoad({ filter: /\.css$/, namespace: 'file' }, async ({ path }) => {
      const style = await readStyle(path).catch(reasonOf)
      if (typeof style === 'string') return { errors: [messageOfTransform(path, style)] }
      onRead(path, style)
      const source = style.css
      const missing = missingFiles(path, source)
      if (missing.length > 0) return { errors: missing }
      // esbuild reads it before it's lowered, so the line in a message is the file's line.
      const { warnings } = await build.esbuild.transform(source, { loader: 'css', sourcefile: path })
      const { code, mistakes } = lower(path, source)
      if (/<\/style/i.test(code.toString())) return { errors: [endTag(path, source)] }
      const lowered = { contents: code, loader: 'css' } as const
      // You can't fix a package, and a browser skips a rule that it doesn't know.
      if (isInNodeModules(path)) return { ...lowered, warnings: [...warnings, ...mistakes] }
      return { ...lowered, errors: warnings.length > 0 ? warnings : mistakes }
    })
    build.onEnd(({ outputFiles = [] }) => {
      for (const file of outputFiles)
        if (file.path.endsWith('.css')) file.contents = finish(file.path, file.contents, minify)
    })
  },
})

/** Lowers a stylesheet. Lightning CSS's mistakes have the file's lines. */
function lower(file: string, source: string): { code: Uint8Array; mistakes: PartialMessage[] } {
  const { code, warnings, exports } = transform({
    filename: file,
    code: Buffer.from(source),
    ...cssModuleOptions(file),
    targets,
    visitor: keepOwnGamut,
    errorRecovery: true, // Every mistake is a warning with its place.
  })
  const mistakes = warnings.map(({ message, loc }) => messageAt(file, source, loc.line, loc.column, message))
  const composed = Object.values(exports ?? {}).some(({ composes }) => composes.length > 0)
  return { code, mistakes: composed ? [...mistakes, composesMessage(file, source)] : mistakes }
}

/**
 * Minifies the whole stylesheet, and removes the second set of colours for wide-gamut screens, which no token needs. Without
 * targets Lightning CSS would write syntax that the oldest browsers don't know, such as ranges in media queries.
 */
function finish(filename: string, code: Uint8Array, minify: boolean) {
  // The first pass has done this, and a second one would repeat it.
  const exclude = Features.LightDark | Features.VendorPrefixes
  return transform({ filename, code, minify, targets, exclude, visitor: oneGamut }).code
}

const oneGamut: Visitor<never> = {
  Rule: { supports: ({ value: { condition } }) => (isWideGamut(condition) ? [] : undefined) },
}

/** The query that Lightning CSS adds for wide-gamut screens. */
const WIDE_GAMUT = ['lab(0% 0 0)', 'color(display-p3 0 0 0)']

const isWideGamut = (condition: SupportsCondition) =>
  condition.type === 'declaration' &&
  condition.propertyId.property === 'color' &&
  WIDE_GAMUT.includes(condition.value)

/** Rewrites a query for wide gamut that the author wrote, so that oneGamut deletes only the rules that the lowering added. */
const keepOwnGamut: Visitor<never> = {
  SupportsCondition: condition =>
    isWideGamut(condition)
      ? { type: 'unknown', value: `(color: ${condition.value}) and (color: red)` }
      : condition,
}
