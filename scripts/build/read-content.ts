import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { type Folder, foldersOf } from '../../server/content-folders.ts'
import type { Table, Written } from '../../shared/page-table.ts'
import { linkProblem, noHeading, type Site, targetOf } from '../check/link-checks.ts'
import { readFields } from './front-matter.ts'
import { type At, type Body, renderMarkdown } from './markdown.ts'

export interface Source extends Body {
  /** The name of its file in shared/content/. */
  id: string
  page: Written
  draft: boolean
  lines: ReadonlyMap<string, number>
}

/** Whether a file is a page. What editors leave behind, such as ~$imprint.md, is none; `parse` refuses the name imprint.MD. */
const isPage = (id: string) => /\.(md|markdown)$/i.test(id) && !/(^|\/)(\.|~\$)/.test(id)

/** Reads every page in a folder. One that is not there has none. `today` decides which are published, as 2026-11-21. */
export async function readContent(folder: string, today: string): Promise<Source[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const ids = names.map(name => name.split(sep).join('/')).filter(isPage)
  const sources = await Promise.all(
    ids.sort().map(async id => parse(folder, id, await readFile(join(folder, id), 'utf8'))),
  )
  return sources.map(source => {
    const { page, draft } = source
    const unpublished = draft ? 'draft' : page.date !== undefined && page.date > today && page.date
    return unpublished ? { ...source, page: { ...page, unpublished } } : source
  })
}

async function parse(folder: string, id: string, text: string): Promise<Source> {
  const problems: At[] = []
  const rows = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  // What is not UTF-8 is read as U+FFFD, and UTF-16 also as U+0000.
  const unread = rows.findIndex(row => /[\uFFFD\0]/.test(row)) + 1
  if (unread) problems.push({ line: unread, text: 'a letter is not in UTF-8: save the file as UTF-8' })
  if (!id.endsWith('.md'))
    problems.push({ line: 1, text: `call the file ${id.replace(/\.\w+$/, '.md')}: pages end in .md` })
  const end = /^---\s*$/.test(rows[0] ?? '') ? rows.findIndex((row, i) => i > 0 && /^---\s*$/.test(row)) : -1
  if (end < 0) problems.push({ line: 1, text: 'begin with the lines ---, title: …, description: … and ---' })
  const { data, lines } = readFields(rows.slice(1, Math.max(end, 1)), end < 0 ? [] : problems)
  // Empty lines instead of the fields, so that a line of the rest is a line of the file.
  const rest = '\n'.repeat(end + 1) + rows.slice(end + 1).join('\n')
  const place = id.includes('/') ? `/${dirname(id)}` : ''
  const body = await renderMarkdown(rest, dirname(join(folder, id)), place)
  const { title = '', label = title, description = '', menus = {}, draft = false, ...others } = data
  const path = `/${id.replace(/(^|\/)index\.md$|\.\w+$/, '')}` as const
  const page: Written = { path, title, label, description, menus, server: true, ...others }
  problems.push(...body.problems)
  // Of a file in another encoding, nothing else is sure.
  return { ...body, id, page, draft, lines, problems: unread ? problems.slice(0, 1) : problems }
}

const problemAt = (id: string, { line, text }: At) => `shared/content/${id}:${line}: ${text}`

/** Where a field of a page is written: a row of the table, or a file of shared/content/. */
export const fieldIn = (sources: readonly Source[]) => {
  const byId = new Map(sources.map(source => [source.id, source]))
  return (id: string, field: string) => {
    const line = byId.get(id)?.lines.get(field.replace(/\[.*/, '')) ?? 1
    const text = field === 'path' ? 'the path, which is the name of the file,' : field
    return byId.has(id) ? problemAt(id, { line, text }) : `pages.${id}.${field}`
  }
}

/** Everything that is wrong in shared/content/, one line for each. */
export function contentProblems(sources: readonly Source[], table: Table, site: Site): string[] {
  const folders = foldersOf(table)
  const ids = new Map(sources.map(({ page, ids }) => [page.path as string, ids]))
  return sources.flatMap(({ id, page, lines, links, problems }) => {
    const found = [...problems]
    const folder = folders.get(id)
    const misplaced = folder && folder.index.id !== id && placeProblem(page, lines, folder)
    if (misplaced) found.push({ line: lines.get('order') ?? 1, text: misplaced })
    for (const { line, text, href } of links) {
      const to = targetOf(href, page.path)
      if (!to) continue
      const isMissing = to.fragment && ids.get(to.path)?.includes(to.fragment) === false
      const problem = linkProblem(to.path, page.path, text, site) ?? (isMissing && noHeading(to.fragment))
      if (problem) found.push({ line, text: `the link to ${text}: ${problem}` })
    }
    return [...new Set(found.sort((a, b) => a.line - b.line).map(problem => problemAt(id, problem)))]
  })
}

/** The pages of a folder with an index have either dates or an order. */
function placeProblem({ date, order }: Written, lines: Source['lines'], { index, pages, feed }: Folder) {
  if (order !== undefined && (date || feed))
    return `order: pages of ${index.path} have a date: write a date in all, or an order in all`
  if (lines.has('date') || lines.has('order')) return
  const isOrdered = pages.some(({ order }) => order !== undefined)
  const dated = feed ? 'date: 2026-11-21' : 'date: 2026-11-21, or order: 2 if it is no blog'
  return `${index.path} lists this page: write ${isOrdered && !feed ? 'order: 2' : dated}`
}
