import { type Document, isMap, isScalar, LineCounter, type ParsedNode, parseDocument } from 'yaml'
import type { Problem } from './problem.ts'

/** The first field's line. The line above it is ---. */
const FIRST_LINE = 2

/** A field as it's written. */
export interface Entry {
  name: string
  line: number
  /** The text after the colon, joined into one line. */
  words: string
  /** The value that YAML has parsed. */
  value: unknown
  /** Whether the value lacks some of the words. YAML doesn't always report that. */
  losesWords: boolean
  /** YAML's error message. */
  failure: string | undefined
}

/** Reads the rows above a text as YAML. Adds errors before the first field to `problems`. */
export function readEntries(rows: readonly string[], problems: Problem[]): Entry[] {
  const lineCounter = new LineCounter()
  // In the failsafe schema every scalar is a string, so `title: 2026` and `title: yes` stay text.
  const options = { schema: 'failsafe', prettyErrors: false, lineCounter } as const
  const document = parseDocument(`${rows.join('\n')}\n`, options)
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + FIRST_LINE - 1
  const items = isMap(document.contents) ? document.contents.items : []
  const starts = items.map(({ key }) => lineAt(key.range[0]))

  /** YAML's error messages, by the field's index. */
  const failures: string[] = []
  for (const { code, message, pos } of document.errors) {
    // YAML reports an unclosed bracket at the line below, and an unclosed quote at the last line.
    const line = code === 'BAD_INDENT' ? lineAt(pos[0]) - 1 : lineAt(pos[0])
    const index = starts.findLastIndex(start => start <= line)
    if (index < 0) problems.push({ line, text: message })
    else failures[index] ??= message
  }

  return items.map(({ key, value: node }, index): Entry => {
    const line = lineAt(key.range[0])
    const words = wordsFrom(rows, line - FIRST_LINE)
    const failure = failures[index]
    const value = valueIn(node, document)
    return { name: String(key), line, words, value, losesWords: losesWords(node, words, failure), failure }
  })
}

/** Each field's line. It even finds fields that YAML has read as part of another field. */
export function linesOf(rows: readonly string[], entries: readonly Entry[]): Map<string, number> {
  const lines = new Map(entries.map(({ name, line }) => [name, line]))
  for (const [i, row] of rows.entries()) {
    const [, name] = /^(\w+):(\s|$)/.exec(row) ?? []
    if (name) lines.set(name, i + FIRST_LINE)
  }
  return lines
}

/** The text after the colon and in the indented rows below. */
function wordsFrom(rows: readonly string[], start: number): string {
  const end = rows.findIndex((row, i) => i > start && /^[^ ]/.test(row))
  const [first = '', ...more] = rows.slice(start, end < 0 ? rows.length : end)
  const parts = [first.replace(/^[^:]*:/, ''), ...more].map(part => part.trim())
  return parts.filter(part => part !== '').join(' ')
}

function valueIn(node: ParsedNode | null, document: Document): unknown {
  try {
    return node?.toJS(document)
  } catch {
    return undefined // The value has a *, which YAML reads as an alias.
  }
}

/** Whether YAML reads part of the words as something else: # as a comment, & as an anchor, [ as a list, : as a field. */
function losesWords(node: ParsedNode | null, words: string, failure: string | undefined): boolean {
  if (!isScalar(node)) return true
  if (node.type === 'PLAIN' && node.value !== words) return true
  return failure !== undefined && /^['"@%`]/.test(words)
}

/** Quotes words so that YAML reads them as they are: https://yaml.org/spec/1.2.2/#732-single-quoted-style */
export function quoted(words: string): string {
  const bare = words.replace(/^'(.*)'$/, '$1')
  return `'${bare.replaceAll("'", "''")}'`
}
