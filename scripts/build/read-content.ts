import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { isMap, isNode, LineCounter, parseDocument } from 'yaml'
import { foldersOf } from '../../server/content-folders.ts'
import type { Table, Written } from '../../shared/page-table.ts'
import { DESCRIPTION, TITLE } from '../check/table-checks.ts'
import { type At, type Body, renderMarkdown } from './markdown.ts'
import { root } from './root.ts'

const folder = join(root, 'shared/content')

/** A page of shared/content/. */
export interface Source extends Body {
  /** The name of its file in shared/content/. */
  id: string
  page: Written
  /** Shown in development alone. */
  draft: boolean
  /** The line of each field. */
  lines: ReadonlyMap<string, number>
}

/** What stands above the text of a page. */
interface FrontMatter extends Partial<Pick<Written, 'date' | 'label' | 'menus' | 'former'>> {
  title: string
  description: string
  draft?: boolean
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isDay = (value: unknown) =>
  typeof value === 'string' && new Date(value).toJSON()?.replace(/T00:00:00.000Z$/, '') === value
const isMenus = (value: unknown) =>
  Object.entries(Object(value)).every(
    ([menu, place]) => ['header', 'footer'].includes(menu) && typeof place === 'number',
  )

/** Every field, with what it may be and what to write instead. */
const fields: Record<keyof FrontMatter, [(value: unknown) => boolean, cure: string]> = {
  title: [isText, 'write the heading of the page'],
  description: [isText, 'write what a search result shows under the title'],
  date: [isDay, 'write a day as 2026-11-21'],
  label: [isText, 'write what links to the page say'],
  menus: [isMenus, 'write the place in each menu as { header: 5, footer: 5 }'],
  former: [value => Array.isArray(value) && value.every(isText), 'write a list of paths as [/old-note]'],
  draft: [value => typeof value === 'boolean', 'write true or false'],
}

/** Reads every page of shared/content/. A folder that is not there has none. */
export async function readContent(): Promise<Source[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const ids = names.map(file => file.split(sep).join('/')).filter(file => file.endsWith('.md'))
  return Promise.all(ids.sort().map(id => readSource(id)))
}

const known = new Map<string, { state: string; source: Source }>()

/** A file that has not changed since, and whose pictures have not, is not read again. */
async function readSource(id: string): Promise<Source> {
  const file = join(folder, id)
  const written = await stateOf(file) // Before it is read: it may change meanwhile.
  const withPictures = async ({ pictures }: Body) =>
    JSON.stringify([written, ...(await Promise.all(pictures.map(stateOf)))])
  const before = known.get(id)
  if (before && before.state === (await withPictures(before.source))) return before.source
  const source = await parse(id, await readFile(file, 'utf8'))
  known.set(id, { state: await withPictures(source), source })
  return source
}

const stateOf = (file: string) =>
  stat(file).then(
    ({ mtimeMs, size }) => [mtimeMs, size],
    () => undefined,
  )

async function parse(id: string, text: string): Promise<Source> {
  const problems: At[] = []
  const [head = '', yaml = ''] = /^\uFEFF?---\r?\n(.*?)^---[ \t]*(?:\r?\n|$)/ms.exec(text) ?? []
  if (!head) problems.push({ line: 1, text: 'begin with the lines ---, title: …, description: … and ---' })
  const { data, lines } = readFields(yaml, problems)
  // Empty lines instead of the fields, so that a line of the rest is a line of the file.
  const body = await renderMarkdown(
    head.replace(/.+/g, '') + text.slice(head.length),
    dirname(join(folder, id)),
  )
  const { title = '', description = '', label = title, menus = {}, date, former, draft = false } = data
  const page: Written = {
    path: `/${id.replace(/(\/index)?\.md$/, '')}`,
    title,
    description,
    label,
    menus,
    type: 'WebPage',
    server: true,
    ...(date && { date }),
    ...(former && { former }),
  }
  return { ...body, id, page, draft, lines, problems: [...problems, ...body.problems] }
}

/** The fields that have a value that fits. Every other one is a problem. */
function readFields(yaml: string, problems: At[]) {
  const counter = new LineCounter()
  const document = parseDocument(yaml, { lineCounter: counter, prettyErrors: false })
  const { errors, contents } = document
  const lineAt = (offset = 0) => counter.linePos(offset).line + 1 // Above the first line stands ---.
  for (const { pos, message } of errors) problems.push({ line: lineAt(pos[0]), text: message })
  const data: Partial<FrontMatter> = {}
  const lines = new Map<string, number>()
  for (const { key, value } of errors.length === 0 && isMap(contents) ? contents.items : []) {
    const field = String(key)
    const line = isNode(key) ? lineAt(key.range?.[0]) : 1
    const written: unknown = isNode(value) ? value.toJS(document) : value
    const [fits, cure] = fields[field as keyof FrontMatter] ?? []
    lines.set(field, line)
    if (!fits) problems.push({ line, text: `${field} is no field: ${Object.keys(fields).join(', ')} are` })
    else if (fits(written)) Object.assign(data, { [field]: written })
    else problems.push({ line, text: `${field}: ${cure}` })
  }
  const { title, description } = data
  const within = (field: string, text: string | undefined, { min, max }: typeof TITLE) => {
    if (text === undefined && lines.has(field)) return
    const line = lines.get(field) ?? 1
    if (text === undefined) problems.push({ line, text: `${field} is missing` })
    else if (text.length < min || text.length > max)
      problems.push({ line, text: `${field} has ${text.length} characters: write ${min} to ${max}` })
  }
  if (yaml && errors.length === 0) {
    within('title', title, TITLE)
    within('description', description, DESCRIPTION)
  }
  return { data, lines }
}

/** A line of a file, with what is wrong there. */
const problemAt = (id: string, { line, text }: At) => `shared/content/${id}:${line}: ${text}`

/** Where a field of a page is written: a row of the table, or a file of shared/content/. */
export const fieldIn = (sources: readonly Source[]) => {
  const byId = new Map(sources.map(source => [source.id, source]))
  return (id: string, field: string) => {
    const source = byId.get(id)
    const line = source?.lines.get(field.replace(/\[.*/, '')) ?? 1
    return source ? problemAt(id, { line, text: field }) : `pages.${id}.${field}`
  }
}

/** Stands for the site itself. */
const HERE = 'http://site.invalid'

/** Everything that is wrong in shared/content/, one line for each. `exists` knows the files of the site by their path. */
export function contentProblems(
  sources: readonly Source[],
  table: Table,
  exists: (path: string) => boolean,
): string[] {
  const folders = foldersOf(table)
  const ids = new Map(sources.map(({ page, ids }) => [page.path as string, ids]))
  return sources.flatMap(({ id, page, lines, links, problems }) => {
    const found = [...problems]
    const folder = folders.get(id)
    if (folder && folder.index.id !== id && !lines.has('date'))
      found.push({ line: 1, text: `date is missing: ${folder.index.path} lists its pages by date` })
    for (const { line, text } of links) {
      const url = URL.parse(text, HERE + page.path)
      if (url && url.origin !== HERE) continue
      const { pathname = '', hash = '' } = url ?? {}
      const current = table.redirectOf(pathname)
      const dead = current ? `write ${current}` : !exists(pathname) && 'there is no such page or file'
      if (dead) found.push({ line, text: `the link to ${text}: ${dead}` })
      else if (hash && ids.get(pathname)?.includes(decodeURIComponent(hash.slice(1))) === false)
        found.push({ line, text: `the link to ${text}: that page has no such heading` })
    }
    return found.map(problem => problemAt(id, problem))
  })
}
