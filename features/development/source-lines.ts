import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/lib/root.ts'
import { nameIn } from '../../server/lib/file-names.ts'

const FRAME = /^ {4}at /
/** A component that React knows by its name alone. */
const NAME = /^ {4}at [A-Z]\w*$/
/** A frame in a file of the project, such as `at Page (shared/site/pages/about.tsx:7:12)`. */
const OWN_FRAME = /^ {4}at (?:.* \(|async )?((?:client|server|shared)\/[^:]+):(\d+):(\d+)\)?$/

/**
 * Shows in the text of an error the lines of the first frame in the project, and folds the frames of libraries. Another
 * text stays as it is.
 */
export function withSource(text: string): string {
  const told = text.split('\n')
  const own = told.map(each => OWN_FRAME.exec(each)).find(frame => frame !== null)
  if (!own) return text
  const [, file = '', line, column] = own
  const start = told.findIndex(each => FRAME.test(each))
  const source = sourceLines(file, Number(line), Number(column))
  return [...told.slice(0, start), ...source, ...folded(told.slice(start))].join('\n')
}

/** The lines around a place, with a caret below it, between two empty lines. */
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
    return [] // It was removed meanwhile.
  }
}

/** A stack with a count in place of frames that follow each other outside of the project. */
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
