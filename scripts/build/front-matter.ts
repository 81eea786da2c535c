import { isScalar, parseDocument } from 'yaml'
import type { Written } from '../../shared/page-table.ts'
import type { At } from './markdown.ts'

/** What stands above the text of a page, between two lines of ---. */
interface FrontMatter extends Partial<Pick<Written, 'date' | 'order' | 'label' | 'menus' | 'former'>> {
  title: string
  description: string
  draft?: boolean
}

const text = (value: unknown) => (typeof value === 'string' && value.trim()) || undefined
const number = (value: unknown) => (/^\d+(\.\d+)?$/.test(String(value)) ? Number(value) : undefined)
const day = (value: unknown) =>
  new Date(String(value)).toJSON() === `${value}T00:00:00.000Z` ? value : undefined
const places = (value: unknown) => {
  const found = Object.entries(Object(value)).map(([menu, place]) => [menu, number(place)] as const)
  const right = found.every(([menu, place]) => ['header', 'footer'].includes(menu) && place !== undefined)
  return right ? Object.fromEntries(found) : undefined
}
const paths = (value: unknown) => (Array.isArray(value) && value.every(text) ? value : undefined)
const flag = (value: unknown) => (['true', 'false'].includes(String(value)) ? value === 'true' : undefined)

/** The value of what YAML reads, where every scalar is a string, or undefined; what to write, and an example. */
const fields: Record<keyof FrontMatter, [(value: unknown) => unknown, cure: string, example: string]> = {
  title: [text, 'the heading of the page', 'First note'],
  description: [text, 'what a search result shows', 'In 50 to 160 characters, what is on this page.'],
  date: [day, 'a day', '2026-11-21'],
  order: [number, "the page's place in its folder", '2'],
  label: [text, 'what links to the page say', 'Notes'],
  menus: [places, 'the place in each menu', '{ header: 5, footer: 5 }'],
  former: [paths, 'a list of paths', '[/old-note]'],
  draft: [flag, 'true or false', 'true'],
}

const isField = (name: string): name is keyof FrontMatter => Object.hasOwn(fields, name)

/** A field as it is written, which may take more than one line. */
type Entry = { name: keyof FrontMatter; rows: string[] }

/** Reads the fields of a page. Each is YAML by itself, so that a mistake in one has no effect on another. */
export function readFields(rows: readonly string[], problems: At[]) {
  const data: Partial<FrontMatter> = {}
  const lines = new Map<string, number>()
  const entries: (Entry & { line: number; row: string })[] = []
  for (const [i, row] of rows.entries()) {
    const line = i + 2 // Above the first one stands ---.
    const [, word = '', value = ''] = /^\s*([\p{L}\w-]+)\s*:(.*)/u.exec(row) ?? []
    const name = word.toLowerCase()
    if (isField(name)) entries.push({ name, line, row, rows: [value] })
    else if (/^([\s\-\]}]|$)/.test(row) && entries.length > 0) entries.at(-1)?.rows.push(row)
    else if (/^[^#\s]/.test(row))
      problems.push({
        line,
        text: `"${word || row.trim()}" is no field: ${Object.keys(fields).join(', ')} are`,
      })
  }
  for (const entry of entries) {
    const { name, line, row } = entry
    const value = readField(entry)
    const problem = (message: string) => problems.push({ line, text: `${name}: ${message}` })
    if (lines.has(name)) problem('is there twice')
    else if (!/^[a-z]+:(\s|$)/.test(row)) problem(`write the line as ${lineOf(entry)}`)
    else if (value === undefined) problem(cureOf(entry))
    lines.set(name, line)
    Object.assign(data, { [name]: value })
  }
  for (const name of ['title', 'description'] as const)
    if (!lines.has(name))
      problems.push({ line: 1, text: `${name} is missing: write ${name}: ${fields[name][2]}` })
  return { data, lines }
}

/** The value of a field. Undefined where it is wrong, or where YAML would lose a part of the text. */
function readField({ name, rows }: Entry): unknown {
  const [read] = fields[name]
  const [first = '', ...more] = rows
  // Most fields: nothing in them means anything to YAML.
  if (more.length === 0 && /^\s*[\p{L}\p{N}][^#:]*$/u.test(first)) return read(first.trim())
  try {
    const document = parseDocument([`${name}: ${first.trim()}`, ...more].join('\n'), { schema: 'failsafe' })
    const node = document.get(name, true)
    if (document.errors.length > 0) return undefined
    // To YAML, # begins a comment, & an anchor and ! a tag.
    if (read === text && isScalar(node) && (node.comment || node.anchor || node.tag)) return undefined
    return read(document.toJS()[name])
  } catch {
    return undefined // An alias, * to YAML.
  }
}

function cureOf({ name, rows }: Entry): string {
  const [read, cure, example] = fields[name]
  const isText = read === text && rows.some(row => row.trim())
  return isText ? `put it in quotes: ${lineOf({ name, rows })}` : `write ${cure}, as ${name}: ${example}`
}

/** The line of a field as it should be. */
function lineOf({ name, rows }: Entry): string {
  const words = rows.flatMap(row => row.trim() || []).join(' ')
  const isRight = fields[name][0] !== text || readField({ name, rows: [words] }) !== undefined
  return `${name}: ${isRight ? words : quoted(words)}`
}

function quoted(words: string): string {
  const [, , within] = /^(['"])(.*)\1$/.exec(words) ?? []
  const bare = within?.trim() || words.replace(/^(['"])(?!.*\1)/, '') || words
  if (!bare.includes("'")) return `'${bare}'`
  return /["\\]/.test(bare) ? `'${bare.replaceAll("'", "''")}'` : `"${bare}"`
}
