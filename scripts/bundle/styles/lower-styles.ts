import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { PartialMessage, Plugin } from 'esbuild'
import { Features, type SupportsCondition, transform, type Visitor } from 'lightningcss'
import { reasonOf } from '../../lib/explain-error.ts'
import { isInNodeModules } from '../../lib/is-in-node-modules.ts'
import { pathOnDisk } from '../../lib/path-on-disk.ts'
import { PUBLIC } from '../../media/public-files.ts'
import { browsers } from '../browsers.ts'
import { cssModuleOptions } from './imported-styles.ts'
import { type ReadStyle, readStyle } from './read-style.ts'

/** Encodes a version for Lightning CSS: 0xMMmmpp. */
const encode = (version: string) =>
  version.split('.').reduce((sum, part, place) => sum | (Number(part) << (16 - 8 * place)), 0)
const targets = {
  chrome: encode(browsers.chrome),
  firefox: encode(browsers.firefox),
  safari: encode(browsers.safari),
  ios_saf: encode(browsers.safari),
}

const FOREIGN = 'A page loads no stylesheet of another site. Save this one, and import the file.'
const MISSING =
  'There is no such file. Write its path from this file, as in url(./dot.png): the build copies it, and gives it its name. A file of shared/site/public/ keeps its name: url(/dot.png).'

const COMPOSES =
  'composes is not bundled: name both classes where you use them, as in className={[a.card, a.box].join(" ")}'

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
      // This comes before the lowering, so the line in a message is the file's line.
      const { warnings } = await build.esbuild.transform(source, {
        loader: 'css',
        sourcefile: path,
      })
      // With errorRecovery every mistake is a warning with its place.
      const from = { filename: path, code: Buffer.from(source), ...cssModuleOptions(path) }
      const lowering = { targets, visitor: keepOwnGamut, errorRecovery: true }
      const { code, warnings: found, exports } = transform({ ...from, ...lowering })
      const placed = found.map(({ message, loc }) => messageAt(path, source, loc.line, loc.column, message))
      if (Object.values(exports ?? {}).some(({ composes }) => composes.length > 0))
        placed.push(messageAtIndex(path, source, source.search(/\bcomposes\s*:/), COMPOSES))
      const result = { contents: code, loader: 'css' } as const
      const missing = missingFiles(path, source)
      if (missing.length > 0) return { errors: missing }
      if (/<\/style/i.test(code.toString())) return { errors: [endTag(path, source)] }
      // You can't fix a package, and a browser skips a rule that it doesn't know.
      if (isInNodeModules(path)) return { ...result, warnings: [...warnings, ...placed] }
      return { ...result, errors: warnings.length > 0 ? warnings : placed }
    })
    build.onEnd(({ outputFiles = [] }) => {
      for (const file of outputFiles)
        if (file.path.endsWith('.css')) file.contents = finish(file.path, file.contents, minify)
    })
  },
})

/** What transformStyle has thrown, at the word that it quotes, if that is in the file: Tailwind gives no line. */
function messageOfTransform(file: string, reason: string): PartialMessage {
  const source = readFileSync(file, 'utf8')
  const [, , word = ''] = /([`'"])([^\s`'"]+)\1/.exec(reason) ?? []
  const index = word ? source.search(new RegExp(`(?<![\\w-])${RegExp.escape(word)}(?![\\w-])`)) : -1
  return messageAtIndex(file, source, Math.max(0, index), `transformStyle: ${reason}`)
}

function messageAt(file: string, source: string, line: number, column: number, text: string): PartialMessage {
  const lineText = source.split('\n')[line - 1] ?? ''
  return { text, location: { file, line, column: column - 1, lineText } }
}

/**
 * Messages about pictures and fonts that are missing. esbuild would report them with the lines of the lowered text. A name without
 * a dot may be in a package.
 */
function missingFiles(file: string, source: string): PartialMessage[] {
  const withoutComments = source.replace(/\/\*.*?\*\//gs, text => text.replace(/[^\n]/g, ' '))
  const named = withoutComments.matchAll(/url\(\s*(["']?)(\.{0,2}\/(?!\/)[^"')?#]+)/g)
  return [...named].flatMap(({ 2: name = '', index }) => {
    const path = pathOnDisk(join(name.startsWith('/') ? PUBLIC : dirname(file), name.trim()))
    return path === undefined ? messageAtIndex(file, source, index, MISSING) : []
  })
}

/** A message about an end tag: the stylesheet is inline in the pages, and a browser would end it there. */
function endTag(file: string, source: string): PartialMessage {
  const text =
    'This would end the <style> of every page: write a picture as a separate file, and a text in two strings, "<" "/style"'
  const index = source.search(/<\/style/i)
  return messageAtIndex(file, source, Math.max(0, index), text) // The text may have escapes, and then its place is unknown.
}

function messageAtIndex(file: string, source: string, index: number, text: string): PartialMessage {
  const linesBefore = source.slice(0, index).split('\n')
  const column = (linesBefore.at(-1)?.length ?? 0) + 1
  return messageAt(file, source, linesBefore.length, column, text)
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
