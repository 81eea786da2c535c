import { type Document, isMap, isScalar, LineCounter, type ParsedNode, parseDocument } from 'yaml'
import { MENUS, type Place, type Places } from '../../shared/owner.ts'
import type { Written } from '../../shared/page-table.ts'
import { isLanguage } from '../lib/is-language.ts'
import type { Problem } from './problem.ts'

/** What stands above the text of a page, between two lines of ---. */
export interface FrontMatter
  extends Partial<
    Pick<
      Written,
      | 'date'
      | 'order'
      | 'label'
      | 'menus'
      | 'former'
      | 'home'
      | 'lang'
      | 'translates'
      | 'noindex'
      | 'canonical'
    >
  > {
  title?: string
  description?: string
  image?: string
  draft?: boolean
}

interface Field {
  /** Whether the value is words, in which anything may stand. */
  isText?: true
  /** The value, where YAML has read every scalar as a string. Undefined where it is wrong. */
  read(value: unknown): unknown
  /** What is wrong with this value, where that is known. */
  problem?(value: unknown): string | undefined
  /** What to write, and an example. */
  wanted: string
  example: string
}

const fields: Record<keyof FrontMatter, Field> = {
  title: { isText: true, read: readText, wanted: 'the heading of the page', example: 'First note' },
  description: {
    isText: true,
    read: readText,
    wanted: 'what a search result shows',
    example: 'In 50 to 160 characters, what is on this page.',
  },
  date: { read: readDay, wanted: 'a day', example: '2026-11-21' },
  order: { read: readNumber, wanted: "the page's place in its folder", example: '2' },
  label: { isText: true, read: readText, wanted: 'what links to the page say', example: 'Notes' },
  menus: {
    read: readPlaces,
    problem: menuProblem,
    wanted: 'the place in each menu',
    example: '{ header: 5, footer: 5 }',
  },
  former: { read: readPaths, wanted: 'a list of paths', example: '[/old-note]' },
  home: { read: readLanguage, wanted: 'the language whose home page this is', example: 'en' },
  lang: { read: readLanguage, wanted: "the page's language", example: 'en' },
  translates: { read: readText, wanted: 'the page that this one says in another language', example: 'about' },
  noindex: { read: readFlag, wanted: 'true or false', example: 'true' },
  image: {
    read: readText,
    wanted: 'the picture of link previews, a file in shared/site/public/',
    example: '/team.jpg',
  },
  canonical: {
    read: readText,
    wanted: 'the page that search engines list in place of this one',
    example: 'https://www.example.com/note',
  },
  draft: { read: readFlag, wanted: 'true or false', example: 'true' },
}

const NECESSARY = ['title', 'description'] as const

/** The line of the first field: above it stands ---. */
const FIRST_LINE = 2

const isField = (name: string): name is keyof FrontMatter => Object.hasOwn(fields, name)

/** The fields of a page, the line of each, and what is wrong with them. */
export interface ReadFields {
  data: FrontMatter
  lines: ReadonlyMap<string, number>
}

/** Reads the lines between the two of ---. Adds what is wrong to `problems`. */
export function readFields(rows: readonly string[], problems: Problem[]): ReadFields {
  const data: Record<string, unknown> = {}
  const entries = parse(rows, problems)
  const lines = linesOf(rows, entries)
  const missing = new Set(NECESSARY.filter(name => !lines.has(name)))
  const seen = new Set<string>()
  for (const entry of entries) {
    const { name, line } = entry
    const problem = (text: string) => problems.push({ line, text })
    if (!isField(name)) {
      const meant = [...missing].find(field => field.startsWith(name.slice(0, 2).toLowerCase()))
      problem(`"${name}" is no field: ${meant ? `write ${meant}` : `${Object.keys(fields).join(', ')} are`}`)
      if (meant) missing.delete(meant)
      continue
    }
    const value = fields[name].read(entry.value)
    const wrong = seen.has(name) ? 'is there twice' : fieldProblem(entry, fields[name], value)
    if (wrong) problem(`${name}: ${wrong}`)
    else data[name] = value
    seen.add(name)
  }
  for (const name of missing)
    problems.push({ line: 1, text: `${name} is missing: write ${name}: ${fields[name].example}` })
  return { data, lines }
}

/** What is wrong with a field, if anything is. Its words may be lost before YAML fails, and YAML may fail before the value is wrong. */
function fieldProblem(entry: Entry, field: Field, value: unknown): string | undefined {
  const { isText, wanted, example } = field
  const { name, words, failure } = entry
  if (isText && losesWords(entry)) return `put it in quotes: ${name}: ${quoted(words)}`
  if (failure) return `${failure}: write it as ${name}: ${example}`
  if (value === undefined) return field.problem?.(entry.value) ?? `write ${wanted}, as ${name}: ${example}`
  return undefined
}

/** The line of each field, also of one that YAML has taken for a part of another. */
function linesOf(rows: readonly string[], entries: readonly Entry[]): Map<string, number> {
  const lines = new Map(entries.map(({ name, line }) => [name, line]))
  for (const [i, row] of rows.entries()) {
    const [, name] = /^(\w+):(\s|$)/.exec(row) ?? []
    if (name) lines.set(name, i + FIRST_LINE)
  }
  return lines
}

/** A field as it is written. */
interface Entry {
  name: string
  line: number
  /** All that stands after the colon, in one line. */
  words: string
  /** What YAML reads there: where it is words, and as a value. */
  node: ParsedNode | null
  value: unknown
  /** What YAML says is wrong. */
  failure?: string
}

/** Reads the fields as YAML. Adds what is wrong before the first of them to `problems`. */
function parse(rows: readonly string[], problems: Problem[]): Entry[] {
  const lineCounter = new LineCounter()
  // failsafe: every scalar is a string, so that `title: 2026` and `title: yes` are what they look like.
  const options = { schema: 'failsafe', prettyErrors: false, lineCounter } as const
  const document = parseDocument(`${rows.join('\n')}\n`, options)
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + FIRST_LINE - 1
  const items = isMap(document.contents) ? document.contents.items : []
  const entries = items.map(({ key, value: node }): Entry => {
    const line = lineAt(key.range[0])
    const words = wordsFrom(rows, line - FIRST_LINE)
    return { name: String(key), line, words, node, value: plainValue(node, document) }
  })
  for (const { code, message, pos } of document.errors) {
    // That a bracket is not closed is told of the line below; that a quote is not closed, of the last line.
    const line = code === 'BAD_INDENT' ? lineAt(pos[0]) - 1 : lineAt(pos[0])
    const entry = entries.findLast(each => each.line <= line)
    if (entry) entry.failure ??= message
    else problems.push({ line, text: message })
  }
  return entries
}

/** All that stands after the colon, and in the indented rows below. */
function wordsFrom(rows: readonly string[], start: number): string {
  const end = rows.findIndex((row, i) => i > start && /^[^ ]/.test(row))
  const [first = '', ...more] = rows.slice(start, end < 0 ? rows.length : end)
  const parts = [first.replace(/^[^:]*:/, ''), ...more].map(part => part.trim())
  return parts.filter(part => part !== '').join(' ')
}

function plainValue(node: ParsedNode | null, document: Document): unknown {
  try {
    return node?.toJS(document)
  } catch {
    return undefined // It has a *, which to YAML is the name of what is written elsewhere.
  }
}

/** Whether YAML takes a part of the words for something else: # for a comment, & for a name, [ for a list, : for a field. */
function losesWords({ node, words, failure }: Entry): boolean {
  if (!isScalar(node)) return true
  if (node.type === 'PLAIN' && node.value !== words) return true
  return failure !== undefined && /^['"@%`]/.test(words)
}

/** Words as YAML takes them for nothing else: https://yaml.org/spec/1.2.2/#732-single-quoted-style */
function quoted(words: string): string {
  const bare = words.replace(/^'(.*)'$/, '$1')
  return `'${bare.replaceAll("'", "''")}'`
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value.trim() : undefined
}

function readNumber(value: unknown): number | undefined {
  return /^\d+(\.\d+)?$/.test(String(value)) ? Number(value) : undefined
}

function readDay(value: unknown): string | undefined {
  const day = String(value)
  return new Date(day).toJSON() === `${day}T00:00:00.000Z` ? day : undefined
}

function readPlaces(value: unknown): Places | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const places: Record<string, Place> = {}
  for (const [menu, written] of Object.entries(value)) {
    const place = readNumber(written) ?? readGrouped(written)
    if (!isMenu(menu) || place === undefined) return undefined
    places[menu] = place
  }
  return places
}

function menuProblem(value: unknown): string | undefined {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const unknown = names.find(name => !isMenu(name))
  return unknown && `"${unknown}" is no menu: ${MENUS.join(' and ')} are`
}

/** A place as { place: 5, group: Company }. */
function readGrouped(value: unknown): Place | undefined {
  const { place, group, ...others } = Object(value)
  const number = readNumber(place)
  const name = readText(group)
  const isWhole = number !== undefined && name !== undefined && Object.keys(others).length === 0
  return isWhole ? { place: number, group: name } : undefined
}

const isMenu = (name: string) => MENUS.some(menu => menu === name)

function readPaths(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every(path => readText(path)) ? value : undefined
}

function readFlag(value: unknown): boolean | undefined {
  if (value === 'true') return true
  return value === 'false' ? false : undefined
}

function readLanguage(value: unknown): string | undefined {
  return typeof value === 'string' && isLanguage(value) ? value : undefined
}
