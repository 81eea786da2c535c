import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileRoutes, FrontMatterFields } from '../../extension-points.ts'
import { ASSETS_FOLDER } from '../../server/lib/built-files.ts'
import { UserError } from '../../server/lib/errors.ts'
import { nameIn } from '../../server/lib/file-names.ts'
import type { Hydrate, Route } from '../../shared/site.ts'
import { CODE_STYLES } from './code.ts'
import { type Collection, collectionsOf, htmlFileOf, isContent, postsAmong } from './collections.ts'
import { builtInFields, readFields } from './front-matter.ts'
import { pictureBeside } from './picture-beside.ts'
import type { Problem } from './problem.ts'
import { type Body, renderMarkdown } from './render-markdown.ts'
import type { SiteFields } from './site.ts'

/** The file that hydrates the components around a text. */
const CLIENT = 'features/markdown/client/text-page.tsx'

/** A page of shared/site/content/. */
export interface ContentSource extends Body {
  /** Its file name in shared/site/content/. */
  id: string
  route: Route
  isDraft: boolean
  /** Each field's line. */
  lines: ReadonlyMap<string, number>
}

/** Whether a file is a page. An editor's temporary files, such as ~$imprint.md, aren't. `readPage` refuses .markdown and .MD. */
const isPage = (id: string) => /\.(md|markdown)$/i.test(id) && !/(^|\/)(\.|~\$)/.test(id)

/** A folder's pages. */
export interface Content {
  sources: readonly ContentSource[]
  /** The names of the files that aren't published, by the path that each page would have. */
  unpublished: ReadonlyMap<string, string>
}

/**
 * Reads the pages in a folder as they are published on a date such as 2026-11-21: without drafts, and without pages of a later
 * date. Development passes no date and gets every page. The folder may be missing.
 */
export async function readContent(
  folder: string,
  date: string | undefined,
  featureFields: FrontMatterFields,
  siteFields: SiteFields,
): Promise<Content> {
  const taken = Object.keys(siteFields).find(name => name in builtInFields || name in featureFields)
  if (taken) throw new UserError(`${taken}: a text has this field already: give your field another name`)
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const ids = names.map(name => nameIn(folder, join(folder, name))).filter(isPage)
  const all = await Promise.all(ids.sort().map(id => readPage(folder, id, featureFields, siteFields)))
  const isPublished = ({ isDraft, route }: ContentSource) =>
    date === undefined || (!isDraft && (route.date ?? '') <= date)
  const hidden = all.filter(source => !isPublished(source))
  return {
    sources: all.filter(isPublished),
    unpublished: new Map(hidden.map(({ id, route }) => [route.path, id])),
  }
}

/** Makes routes from these pages, with their files and messages. `byDefault` is the `hydrate` of a page that has none. */
export function routesOfContent({ sources, unpublished }: Content, byDefault: Hydrate = 'never'): FileRoutes {
  const byId = new Map(sources.map(source => [source.id, source]))
  const byPath = new Map<string, ContentSource>(sources.map(source => [source.route.path, source]))
  const posts = postsAmong(sources.map(({ id, route }) => ({ id, ...route })))
  const routes: Record<string, Route> = {}
  const files = new Map<string, Uint8Array>()
  for (const { id, route, html, assets } of sources) {
    const { hydrate = byDefault } = route
    routes[id] = {
      ...route,
      hydrate,
      ...(hydrate !== 'never' && { hydratedBy: CLIENT }),
      ...(posts.has(id) && { isArticle: true }),
    }
    files.set(htmlFileOf(id), Buffer.from(html))
    for (const [name, body] of assets) files.set(`public/${ASSETS_FOLDER}/${name}`, body)
  }
  return {
    routes,
    files,
    problems: siteRoutes => [...keyProblems(siteRoutes), ...contentProblems(sources, routes)],
    warnings: sources.flatMap(({ id, warnings }) => warnings.map(warning => messageOf(id, warning))),
    styles: sources.some(({ hasCode }) => hasCode) ? [CODE_STYLES] : [],
    fieldAt: (id, field) => {
      const source = byId.get(id)
      if (!source) return undefined
      const line = source.lines.get(field.replace(/\[.*/, '')) ?? 1
      const text = field === 'path' ? "the path (the file's name)" : field
      return messageOf(id, { line, text })
    },
    linkAt: (path, href) => {
      const source = byPath.get(path)
      const link = source?.links.find(each => each.href === href)
      return source && link && `${placeOf(source.id, link.line)} links to ${link.written}`
    },
    whyMissing: path => {
      const file = unpublished.get(path)
      return file && `${file} is a draft, or has a later date`
    },
  }
}

/** Reads a file's front matter, renders its text, and makes its route. */
async function readPage(
  folder: string,
  id: string,
  featureFields: FrontMatterFields,
  siteFields: SiteFields,
): Promise<ContentSource> {
  const problems: Problem[] = []
  const text = await readFile(join(folder, id), 'utf8')
  const rows = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (!id.endsWith('.md'))
    problems.push({ line: 1, text: `call the file ${id.replace(/\.\w+$/, '.md')}: pages end in .md` })
  const isFence = (row = '') => /^---\s*$/.test(row)
  const end = isFence(rows[0]) ? rows.findIndex((row, i) => i > 0 && isFence(row)) : -1
  if (end < 0) problems.push({ line: 1, text: 'begin with the lines ---, title: …, description: … and ---' })
  const { data, lines } = readFields(rows.slice(1, Math.max(end, 1)), end < 0 ? [] : problems, {
    ...featureFields,
    ...siteFields,
  })
  // Empty lines replace the fields, so that the remaining lines keep their numbers.
  const rest = '\n'.repeat(end + 1) + rows.slice(end + 1).join('\n')
  const place = id.includes('/') ? `/${dirname(id)}` : ''
  const ownFolder = dirname(join(folder, id))
  const body = await renderMarkdown(rest, ownFolder, place)
  const values = await extractSiteFields(data, siteFields, ownFolder, body, lines)
  const { title = '', label = title, description = '', draft: isDraft = false, ...others } = data
  const path = `/${id.replace(/(^|\/)index\.md$|\.\w+$/, '')}` as const
  const route: Route = { path, title, label, description, fields: values, ...others }
  const notUtf8 = encodingProblem(rows)
  // In a file with a different encoding, no other message can be trusted.
  const found = notUtf8 ? [notUtf8] : [...problems, ...body.problems]
  return { ...body, id, route, isDraft, lines, problems: found }
}

/** Removes the values of the site's own fields from `data`, and returns them. Makes pictures from their file names. */
async function extractSiteFields(
  data: Record<string, unknown>,
  siteFields: SiteFields,
  folder: string,
  { assets, problems }: Body,
  lines: ReadonlyMap<string, number>,
): Promise<object> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(siteFields)) {
    const { [name]: value } = data
    delete data[name]
    if (value === undefined) continue
    values[name] =
      'isPicture' in field
        ? await pictureBeside(String(value), folder, assets).catch(error => {
            problems.push({ line: lines.get(name) ?? 1, text: `${name}: ${value}: ${error.message}` })
          })
        : value
  }
  return values
}

/** Reports a file that isn't UTF-8. Other encodings are read as U+FFFD, and UTF-16 also as U+0000. */
function encodingProblem(rows: readonly string[]): Problem | undefined {
  const index = rows.findIndex(row => /[\uFFFD\0]/.test(row))
  if (index < 0) return undefined
  return { line: index + 1, text: "this letter isn't in UTF-8: save the file as UTF-8" }
}

const placeOf = (id: string, line: number) => `shared/site/content/${id}:${line}`

const messageOf = (id: string, { line, text }: Problem) => `${placeOf(id, line)}: ${text}`

/** Reports each key of routes.ts that looks like a file name in shared/site/content/. */
const keyProblems = (siteRoutes: Readonly<Record<string, Route>>): string[] =>
  Object.keys(siteRoutes)
    .filter(id => isContent({ id }))
    .map(id => `routes["${id}"]: only a file of shared/site/content/ ends in .md: choose another key`)

/** Lists the mistakes in shared/site/content/, one line each. Links are checked later, in the rendered pages. */
function contentProblems(
  sources: readonly ContentSource[],
  routes: Readonly<Record<string, Route>>,
): string[] {
  const collections = collectionsOf(Object.entries(routes).map(([id, route]) => ({ id, ...route })))
  return sources.flatMap(({ id, route, lines, problems }) => {
    const found = [...problems]
    const collection = collections.get(id)
    const misplaced = collection && collection.index.id !== id && placeProblem(route, lines, collection)
    if (misplaced) found.push({ line: lines.get('order') ?? 1, text: misplaced })
    return [...new Set(found.sort((a, b) => a.line - b.line).map(problem => messageOf(id, problem)))]
  })
}

/** Reports a page that has neither a date nor an order, though its collection lists it, or an order among dates. */
function placeProblem(
  { order }: Route,
  lines: ContentSource['lines'],
  { index, pages }: Collection<Route & { readonly id: string }>,
): string | undefined {
  const hasPosts = pages.some(({ isArticle }) => isArticle)
  if (order !== undefined && hasPosts)
    return `order: pages of ${index.path} have a date: give every page a date, or every page an order`
  if (lines.has('date') || lines.has('order')) return undefined
  const wanted = () => {
    if (hasPosts) return 'date: 2026-11-21'
    if (pages.some(page => page.order !== undefined)) return 'order: 2'
    return "date: 2026-11-21, or order: 2 if it isn't a blog"
  }
  return `${index.path} lists this page: write ${wanted()}`
}
