import type { FrontMatterField, FrontMatterFields } from '../../extension-points.ts'
import { isLanguage } from '../../scripts/lib/language-tag.ts'
import { HYDRATE, MENUS, type Place, type Places, type Route } from '../../shared/site.ts'
import { type Entry, linesOf, quoted, readEntries } from './front-matter-yaml.ts'
import type { Problem } from './problem.ts'
import { readFlag, readNumber, readText } from './read-values.ts'

/** The fields above the text of a page, between two lines of ---. */
interface FrontMatter
  extends Partial<
    Pick<Route, 'date' | 'order' | 'label' | 'menus' | 'lang' | 'hydrate' | 'noindex' | 'canonical'>
  > {
  title?: string
  description?: string
  draft?: boolean
}

export const builtInFields: Record<keyof FrontMatter, FrontMatterField> = {
  title: { isText: true, read: readText, wanted: 'the heading of the page', example: 'First note' },
  description: {
    isText: true,
    read: readText,
    wanted: 'the text that search results show',
    example: 'In 50 to 160 characters, what is on this page.',
  },
  date: { read: readDay, wanted: 'a date as year-month-day', example: '2026-11-21' },
  order: { read: readNumber, wanted: "the page's place in its folder", example: '2' },
  label: { isText: true, read: readText, wanted: 'the words of links to the page', example: 'Notes' },
  menus: {
    read: readPlaces,
    problem: menuProblem,
    wanted: 'the place in each menu',
    example: '{ header: 5, footer: 5 }',
  },
  lang: { read: readLanguage, wanted: "the page's language", example: 'en' },
  hydrate: {
    read: value => HYDRATE.find(each => each === value),
    wanted: 'idle, interaction or never',
    example: 'idle',
  },
  noindex: { read: readFlag, wanted: 'true or false', example: 'true' },
  canonical: {
    read: readText,
    wanted: 'the page that search engines should list in place of this one',
    example: 'https://www.example.com/note',
  },
  draft: { read: readFlag, wanted: 'true or false', example: 'true' },
}

const REQUIRED = ['title', 'description'] as const

/** A page's fields, and the line of each. */
interface ReadFields {
  data: FrontMatter & Record<string, unknown>
  lines: ReadonlyMap<string, number>
}

/** Reads the fields between the two --- lines: this feature's own, and `others`. Adds mistakes to `problems`. */
export function readFields(
  rows: readonly string[],
  problems: Problem[],
  others: FrontMatterFields,
): ReadFields {
  const fields: FrontMatterFields = { ...builtInFields, ...others }
  const data: Record<string, unknown> = {}
  const entries = readEntries(rows, problems)
  const lines = linesOf(rows, entries)
  const missing = new Set(REQUIRED.filter(name => !lines.has(name)))
  const seen = new Set<string>()
  for (const entry of entries) {
    const { name, line } = entry
    const problem = (text: string) => problems.push({ line, text })
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) {
      const meant = [...missing].find(each => each.startsWith(name.slice(0, 2).toLowerCase()))
      const cure = meant ? `: write ${meant}` : `. The fields are ${namesIn(fields).join(', ')}`
      problem(`"${name}" isn't a field${cure}`)
      if (meant) missing.delete(meant)
      continue
    }
    const value = field.read(entry.value)
    const wrong = seen.has(name) ? 'the field is there twice: delete one' : fieldProblem(entry, field, value)
    if (wrong) problem(`${name}: ${wrong}`)
    else data[name] = value
    seen.add(name)
  }
  for (const name of missing)
    problems.push({ line: 1, text: `${name} is missing: write ${name}: ${builtInFields[name].example}` })
  return { data, lines }
}

/** The field names that a text may have. */
const namesIn = (fields: FrontMatterFields) => Object.keys(fields).filter(name => fields[name]?.wanted)

/** Says what is wrong with a field. Undefined if nothing is. */
function fieldProblem(entry: Entry, field: FrontMatterField, value: unknown): string | undefined {
  const { isText, wanted, example } = field
  const { name, words, losesWords, failure } = entry
  if (isText && losesWords) return `put it in quotes: ${name}: ${quoted(words)}`
  if (failure) return `${failure}: write it as ${name}: ${example}`
  if (value === undefined)
    return field.problem?.(entry.value) ?? `write ${wanted}, for example ${name}: ${example}`
  return undefined
}

function readDay(value: unknown): string | undefined {
  const day = String(value)
  return new Date(day).toJSON() === `${day}T00:00:00.000Z` ? day : undefined
}

function readPlaces(value: unknown): Places | undefined {
  if (!isRecord(value)) return undefined
  const places: Record<string, Place> = {}
  for (const [menu, written] of Object.entries(value)) {
    const place = readNumber(written) ?? readGrouped(written)
    if (!isMenu(menu) || place === undefined) return undefined
    places[menu] = place
  }
  return places
}

function menuProblem(value: unknown): string | undefined {
  const names = isRecord(value) ? Object.keys(value) : []
  const unknown = names.find(name => !isMenu(name))
  return unknown && `"${unknown}" isn't a menu. The menus are ${MENUS.join(' and ')}`
}

/** Reads a place such as { place: 5, group: Company }. */
function readGrouped(value: unknown): Place | undefined {
  if (!isRecord(value)) return undefined
  const { place, group, ...others } = value
  const number = readNumber(place)
  const name = readText(group)
  const isWhole = number !== undefined && name !== undefined && Object.keys(others).length === 0
  return isWhole ? { place: number, group: name } : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isMenu = (name: string) => MENUS.some(menu => menu === name)

function readLanguage(value: unknown): string | undefined {
  return typeof value === 'string' && isLanguage(value) ? value : undefined
}
