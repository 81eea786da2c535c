import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/root.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import { ANY_FOLDER } from './project-folders.ts'

const FRAME = /^ {4}at /
/** Matches a component's frame if React knows only its name. */
const NAME = /^ {4}at [A-Z]\w*$/
/** Matches a frame in one of the project's files, such as `at Page (shared/site/pages/about.tsx:7:12)`. */
const OWN_FRAME = new RegExp(String.raw`^ {4}at (?:.* \(|async )?(${ANY_FOLDER}/[^:]+):(\d+):(\d+)\)?$`)

/**
 * Adds the source lines of the first frame in the project to the text of an error, and folds the frames of libraries. A text
 * without such a frame stays as it is.
 */
export function withSource(text: string): string {
  const lines = text.split('\n')
  const own = lines.map(each => OWN_FRAME.exec(each)).find(frame => frame !== null)
  if (!own) return text
  const [, file = '', line, column] = own
  const start = lines.findIndex(each => FRAME.test(each))
  const source = sourceLines(file, Number(line), Number(column))
  return [...lines.slice(0, start), ...source, ...folded(lines.slice(start))].join('\n')
}

/** Returns the lines around a place, with a caret below the place, between two empty lines. */
function sourceLines(file: string, line: number, column: number): string[] {
  const lines = linesOf(file)
  const text = lines[line - 1]
  if (text === undefined) return []
  const width = String(line + 1).length
  const numbered = (number: number) =>
    [number === line ? '  >' : '   ', String(number).padStart(width), '|', lines[number - 1]]
      .join(' ')
      .trimEnd()
  const indent = text.slice(0, column - 1).replace(/[^\t]/g, ' ')
  const caret = `    ${' '.repeat(width)} | ${indent}^`
  const before = line > 1 ? [numbered(line - 1)] : []
  const after = line < lines.length ? [numbered(line + 1)] : []
  return ['', ...before, numbered(line), caret, ...after, '']
}

function linesOf(file: string): string[] {
  const path = join(root, file)
  if (nameIn(root, path) !== file) return [] // A browser may send any stack, such as one with shared/../.env.
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/)
  } catch {
    return [] // The file was removed meanwhile.
  }
}

/** Replaces consecutive frames outside the project by their number. */
function folded(stack: readonly string[]): string[] {
  const shown: string[] = []
  let count = 0
  for (const line of [...stack, '']) {
    const isForeign = FRAME.test(line) && !OWN_FRAME.test(line) && !NAME.test(line)
    if (!isForeign && count > 0) shown.push(`    … ${count} of libraries`)
    count = isForeign ? count + 1 : 0
    if (!isForeign) shown.push(line)
  }
  return shown.slice(0, -1)
}
