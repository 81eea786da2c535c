import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import type { ErrorWords, Owner, PageComponent, PageModule } from '../../shared/owner.ts'
import { errorPage, failedPage, type ShownPage } from '../../shared/page.tsx'
import { headOf } from '../../shared/page-head.ts'
import type { Language, Row, Table } from '../../shared/page-table.ts'
import { contentFile } from '../built-files.ts'
import { createSizeWarnings } from '../limits/page-size.ts'
import type { Logger } from '../logger.ts'
import { type Manifest, pageScriptOf } from '../manifest.ts'
import { foldersOf, isContent } from '../metadata/content-folders.ts'
import { createServerHead } from '../metadata/server-head.ts'
import type { Allowed } from '../owner.ts'
import { ContentPage } from './content-page.tsx'
import type { LoadedPage } from './page-loader.ts'
import type { Render } from './render.tsx'

/** A page that depends on the build and the origin alone. */
export interface StaticPage {
  status: number
  render(signal: AbortSignal): Promise<Buffer>
}

/** Renders every page of a site. */
export interface PageRenderer {
  /** The page at this path, if it has no loader. */
  staticAt(path: string): StaticPage | undefined
  renderLoaded(page: LoadedPage, signal: AbortSignal): Promise<Buffer>
  /** The page for an address without a page. */
  notFoundIn(language: Language): StaticPage
  failed: StaticPage
  overloaded: StaticPage
}

/** The HTML of each page of shared/site/content/, by its id. */
export type ContentHtml = ReadonlyMap<string, string>

export const readContentHtml = (build: string, { rows }: Table): ContentHtml =>
  new Map(rows.filter(isContent).map(({ id }) => [id, readFileSync(join(build, contentFile(id)), 'utf8')]))

interface PageRendererParts {
  table: Table
  manifest: Manifest
  origin: string
  owner: Owner
  allowed: Allowed
  /** The component of every page of shared/site/pages.ts, by its id. */
  components: Readonly<Record<string, PageModule>>
  NotFound: () => ReactNode
  contentHtml: ContentHtml
  render: Render
  log: Logger
}

/** Joins every row of the page table to its component. */
export async function createPageRenderer(parts: PageRendererParts): Promise<PageRenderer> {
  const { table, manifest, origin, owner, allowed, render } = parts
  const serverHead = createServerHead({ table, manifest, company: owner.company, allowed, origin })
  const folders = foldersOf(table)
  const warnOfSize = createSizeWarnings(parts.log)
  const components = await loadComponents(table, parts.components)
  for (const row of table.rows.filter(isContent)) {
    const html = parts.contentHtml.get(row.id)
    if (html === undefined) throw new Error(`${row.id} has no text`)
    const folder = folders.get(row.id)
    components.set(row.id, () => <ContentPage row={row} folder={folder} html={html} />)
  }

  const staticPage = (row: Row): StaticPage => {
    const { id, path } = row
    return {
      status: 200,
      render: signal => {
        const head = headOf(row, path, table)
        const page = { pattern: path, head, component: componentOf(id) }
        return render({ page, head: headTagsOf({ row, path, head, fields: row }) }, signal)
      },
    }
  }

  const headTagsOf = (page: Pick<LoadedPage, 'row' | 'path' | 'head' | 'fields'>): Buffer =>
    serverHead.ofPage({
      ...page,
      script: pageScriptOf(manifest, page.row),
      folder: folders.get(page.row.id),
    })

  function componentOf(id: string): PageComponent {
    const component = components.get(id)
    if (!component) throw missingComponent(id)
    return component
  }

  const withoutPath = (
    status: number,
    page: ShownPage,
    { description }: ErrorWords,
    script?: readonly string[],
  ): StaticPage => ({
    status,
    render: signal => {
      const headTags = serverHead.ofErrorPage({ head: page.head, description, script })
      return render({ page, head: headTags }, signal)
    },
  })

  const [{ labels }] = table.languages
  const failed = failedPage(owner, table.languages)
  const staticPages = new Map<string, StaticPage>()
  for (const row of table.rows) if (!row.loader) staticPages.set(row.path, staticPage(row))
  return {
    staticAt: path => staticPages.get(path),
    renderLoaded: async (loaded, signal) => {
      const { row, query, head, json } = loaded
      const page = { pattern: row.path, head, component: componentOf(row.id) }
      const html = await render({ query, page, head: headTagsOf(loaded), json }, signal)
      warnOfSize(loaded, html)
      return html
    },
    notFoundIn: language => {
      const { notFound } = language.labels
      const page = errorPage(owner, notFound, parts.NotFound, language)
      return withoutPath(404, page, notFound, pageScriptOf(manifest, undefined))
    },
    // Without the script, which may be what failed.
    failed: withoutPath(500, failed, labels.failed),
    overloaded: withoutPath(503, failed, labels.failed),
  }
}

/** Loads the component of every page, so that a missing one ends the start and not a request. */
async function loadComponents(
  { rows }: Table,
  modules: Readonly<Record<string, PageModule>>,
): Promise<Map<string, PageComponent>> {
  const components = new Map<string, PageComponent>()
  for (const row of rows) {
    if (isContent(row)) continue
    const load = modules[row.id]
    if (!load) throw missingComponent(row.id)
    components.set(row.id, (await load()).default)
  }
  return components
}

/** The build refuses such a row: componentProblems in scripts/problems/table-checks.ts. */
const missingComponent = (id: string) => new Error(`pages.${id} has no component`)
