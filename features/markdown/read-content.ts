import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BundledTargets } from '../../scripts/problems/link-checks.ts'
import { fieldInTable } from '../../scripts/problems/route-checks.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import type { RouteTable, WrittenPage } from '../../shared/route-table.ts'
import { type Folder, foldersOf } from './collections.ts'
import { readFields } from './front-matter.ts'
import type { Problem } from './problem.ts'
import { type Body, renderMarkdown } from './render-markdown.ts'

/** A page of shared/site/content/. */
export interface ContentSource extends Body {
  /** The name of its file in shared/site/content/. */
  id: string
  page: WrittenPage
  isDraft: boolean
  /** The line of each field. */
  lines: ReadonlyMap<string, number>
}

/** Whether a file is a page. What editors leave behind, such as ~$imprint.md, is none; `parse` refuses the name imprint.MD. */
const isPage = (id: string) => /\.(md|markdown)$/i.test(id) && !/(^|\/)(\.|~\$)/.test(id)

/** The pages of shared/site/content/. */
export interface Content {
  sources: ContentSource[]
  /** The names of the files that are not published, by the path that each would have. */
  unpublished: ReadonlyMap<string, string>
}

/**
 * Reads the pages in a folder, which may be missing, as they are published on a day such as 2026-11-21: without drafts, and
 * without those of a later day. Development passes no day, and gets all.
 */
export async function readContent(folder: string, day: string | undefined): Promise<Content> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const ids = names.map(name => nameIn(folder, join(folder, name))).filter(isPage)
  const all = await Promise.all(
    ids.sort().map(async id => parse(folder, id, await readFile(join(folder, id), 'utf8'))),
  )
  const isPublished = ({ isDraft, page: { date = '' } }: ContentSource) =>
    day === undefined || (!isDraft && date <= day)
  const hidden = all.filter(source => !isPublished(source))
  return {
    sources: all.filter(isPublished),
    unpublished: new Map(hidden.map(({ id, page }) => [page.path, id])),
  }
}

async function parse(folder: string, id: string, text: string): Promise<ContentSource> {
  const problems: Problem[] = []
  const rows = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (!id.endsWith('.md'))
    problems.push({ line: 1, text: `call the file ${id.replace(/\.\w+$/, '.md')}: pages end in .md` })
  const isFence = (row = '') => /^---\s*$/.test(row)
  const end = isFence(rows[0]) ? rows.findIndex((row, i) => i > 0 && isFence(row)) : -1
  if (end < 0) problems.push({ line: 1, text: 'begin with the lines ---, title: …, description: … and ---' })
  const { data, lines } = readFields(rows.slice(1, Math.max(end, 1)), end < 0 ? [] : problems)
  // Empty lines instead of the fields, so that a line of the rest is a line of the file.
  const rest = '\n'.repeat(end + 1) + rows.slice(end + 1).join('\n')
  const place = id.includes('/') ? `/${dirname(id)}` : ''
  const body = await renderMarkdown(rest, dirname(join(folder, id)), place)
  const { title = '', label = title, description = '', draft: isDraft = false, ...others } = data
  const path = `/${id.replace(/(^|\/)index\.md$|\.\w+$/, '')}` as const
  const page: WrittenPage = { path, title, label, description, hydrate: 'never', ...others }
  const notUtf8 = encodingProblem(rows)
  // In a file in another encoding, no other message can be trusted.
  const found = notUtf8 ? [notUtf8] : [...problems, ...body.problems]
  return { ...body, id, page, isDraft, lines, problems: found }
}

/** What is not UTF-8 is read as U+FFFD, and UTF-16 also as U+0000. */
function encodingProblem(rows: readonly string[]): Problem | undefined {
  const index = rows.findIndex(row => /[\uFFFD\0]/.test(row))
  if (index < 0) return undefined
  return { line: index + 1, text: 'a letter is not in UTF-8: save the file as UTF-8' }
}

const messageOf = (id: string, { line, text }: Problem) => `shared/site/content/${id}:${line}: ${text}`

/** Where a field of a page is written: a row of the table, or a file of shared/site/content/. */
export function fieldIn(sources: readonly ContentSource[]) {
  const byId = new Map(sources.map(source => [source.id, source]))
  return (id: string, field: string): string => {
    const source = byId.get(id)
    if (!source) return fieldInTable(id, field)
    const line = source.lines.get(field.replace(/\[.*/, '')) ?? 1
    const text = field === 'path' ? "the path (the file's name)" : field
    return messageOf(id, { line, text })
  }
}

/** Names a link of a page: with its file and line in Markdown, otherwise with the page's path. */
export function linkIn(sources: readonly ContentSource[]): BundledTargets['linkAt'] {
  const byPath = new Map<string, ContentSource>(sources.map(source => [source.page.path, source]))
  return (path, href) => {
    const source = byPath.get(path)
    const link = source?.links.find(each => each.href === href)
    if (!source || !link) return `${path}: the link to ${href}`
    return messageOf(source.id, { line: link.line, text: `the link to ${link.text}` })
  }
}

/** What is wrong in shared/site/content/, one line for each. Its links are checked in its pages: page-checks.ts. */
export function contentProblems(sources: readonly ContentSource[], table: RouteTable): string[] {
  const folders = foldersOf(table)
  return sources.flatMap(({ id, page, lines, problems }) => {
    const found = [...problems]
    const folder = folders.get(id)
    const misplaced = folder && folder.index.id !== id && placeProblem(page, lines, folder)
    if (misplaced) found.push({ line: lines.get('order') ?? 1, text: misplaced })
    return [...new Set(found.sort((a, b) => a.line - b.line).map(problem => messageOf(id, problem)))]
  })
}

/** The pages of a folder with an index have either dates or an order. */
function placeProblem(
  { order }: WrittenPage,
  lines: ContentSource['lines'],
  { index, pages, feed }: Folder,
): string | undefined {
  if (order !== undefined && feed)
    return `order: pages of ${index.path} have a date: write a date in all, or an order in all`
  if (lines.has('date') || lines.has('order')) return undefined
  const wanted = () => {
    if (feed) return 'date: 2026-11-21'
    if (pages.some(page => page.order !== undefined)) return 'order: 2'
    return 'date: 2026-11-21, or order: 2 if it is no blog'
  }
  return `${index.path} lists this page: write ${wanted()}`
}
