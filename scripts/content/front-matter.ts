import { LineCounter, parseDocument } from 'yaml'
import type { Written } from '../../shared/page-table.ts'
import type { Problem } from './problem.ts'

/** What stands above the text of a page, between two lines of ---. */
export interface FrontMatter extends Partial<Pick<Written, 'date' | 'order' | 'label' | 'menus' | 'former'>> {
  title?: string
  description?: string
  draft?: boolean
}

interface Field {
  /** The value, where YAML has read every scalar as a string. Undefined where it is wrong. */
  read(value: unknown): unknown
  /** What to write, and an example. */
  wanted: string
  example: string
}

const fields: Record<keyof FrontMatter, Field> = {
  title: { read: readText, wanted: 'the heading of the page', example: 'First note' },
  description: {
    read: readText,
    wanted: 'what a search result shows',
    example: 'In 50 to 160 characters, what is on this page.',
  },
  date: { read: readDay, wanted: 'a day', example: '2026-11-21' },
  order: { read: readNumber, wanted: "the page's place in its folder", example: '2' },
  label: { read: readText, wanted: 'what links to the page say', example: 'Notes' },
  menus: { read: readPlaces, wanted: 'the place in each menu', example: '{ header: 5, footer: 5 }' },
  former: { read: readPaths, wanted: 'a list of paths', example: '[/old-note]' },
  draft: { read: readFlag, wanted: 'true or false', example: 'true' },
}

const isField = (name: string): name is keyof FrontMatter => Object.hasOwn(fields, name)

/** The fields of a page, the line of each, and what is wrong with them. */
export interface ReadFields {
  data: FrontMatter
  lines: ReadonlyMap<string, number>
}

/** Reads the lines between the two of ---. Adds what is wrong to `problems`. */
export function readFields(rows: readonly string[], problems: Problem[]): ReadFields {
  const lineCounter = new LineCounter()
  // failsafe: every scalar is a string, so that `title: 2026` and `title: yes` are what they look like.
  const document = parseDocument(rows.join('\n'), { schema: 'failsafe', lineCounter, prettyErrors: false })
  // Above the first row stands ---.
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + 1
  for (const { message, pos } of document.errors) {
    const line = lineAt(pos[0])
    problems.push({ line, text: `${message}${quotesCure(rows[line - 2])}` })
  }
  const lines = linesOf(rows)
  if (document.errors.length > 0) return { data: {}, lines }

  for (const [i, row] of rows.entries()) {
    if (losesText(row)) problems.push({ line: i + 2, text: `# begins a comment here${quotesCure(row)}` })
  }
  const data: Record<string, unknown> = {}
  for (const [name, value] of Object.entries<unknown>(document.toJS() ?? {})) {
    const line = lines.get(name) ?? 1
    if (!isField(name)) {
      problems.push({ line, text: `"${name}" is no field: ${Object.keys(fields).join(', ')} are` })
      continue
    }
    const { read, wanted, example } = fields[name]
    const result = read(value)
    if (result === undefined)
      problems.push({ line, text: `${name}: write ${wanted}, as ${name}: ${example}` })
    else data[name] = result
  }
  for (const name of ['title', 'description'] as const) {
    const { example } = fields[name]
    if (!lines.has(name)) problems.push({ line: 1, text: `${name} is missing: write ${name}: ${example}` })
  }
  return { data, lines }
}

/** The line of each field. */
function linesOf(rows: readonly string[]): Map<string, number> {
  const lines = new Map<string, number>()
  for (const [i, row] of rows.entries()) {
    const [, name] = /^([^\s#:-][^:]*):(\s|$)/.exec(row) ?? []
    if (name !== undefined) lines.set(name, i + 2)
  }
  return lines
}

/** Whether YAML would take the end of an unquoted text for a comment, as in `title: Issue #5`. */
const losesText = (row: string) => /^\w+:\s+[^'"\s#][^'"]*\s#/.test(row)

/** For a text that means something else to YAML, such as `title: a: b`. */
function quotesCure(row = ''): string {
  const [, name, text = ''] = /^(\w+):\s*(.*)$/.exec(row) ?? []
  if (!name || !/[:#&*!|>%@`]/.test(text)) return ''
  return `: put it in quotes: ${name}: '${text.replaceAll("'", "''")}'`
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

function readPlaces(value: unknown): Record<string, number> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const places: Record<string, number> = {}
  for (const [menu, written] of Object.entries(value)) {
    const place = readNumber(written)
    if (!['header', 'footer'].includes(menu) || place === undefined) return undefined
    places[menu] = place
  }
  return places
}

function readPaths(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every(path => readText(path)) ? value : undefined
}

function readFlag(value: unknown): boolean | undefined {
  if (value === 'true') return true
  return value === 'false' ? false : undefined
}
