import { readFile } from 'node:fs/promises'
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

/** A page that depends on the build and the origin alone: it is cached without end, or until `purge`. */
export interface FixedPage {
  status: number
  render(signal: AbortSignal): Promise<Buffer>
}

/** Renders every page of a site. */
export interface PageRenderer {
  /** The page at this path, if it has no loader. */
  fixedAt(path: string): FixedPage | undefined
  renderLoaded(page: LoadedPage, signal: AbortSignal): Promise<Buffer>
  /** The page for an address without a page. */
  notFoundIn(language: Language): FixedPage
  failed: FixedPage
  overloaded: FixedPage
}

/** Reads the HTML of a page of shared/site/content/, by its id. */
export type ReadContentHtml = (id: string) => Promise<string>

export const readContentHtmlFrom =
  (build: string): ReadContentHtml =>
  id =>
    readFile(join(build, contentFile(id)), 'utf8')

interface PageRendererParts {
  table: Table
  manifest: Manifest
  origin: string
  owner: Owner
  allowed: Allowed
  /** The component of every page of shared/site/pages.ts, by its id. */
  components: Readonly<Record<string, PageModule>>
  NotFound: () => ReactNode
  readContentHtml: ReadContentHtml
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

  const fixedPage = (row: Row): FixedPage => {
    const { id, path } = row
    return {
      status: 200,
      render: async signal => {
        const head = headOf(row, path, table)
        const component = isContent(row) ? await contentComponent(row) : componentOf(id)
        const page = { pattern: path, head, component }
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

  async function contentComponent(row: Row): Promise<() => ReactNode> {
    const html = await parts.readContentHtml(row.id)
    return () => <ContentPage row={row} folder={folders.get(row.id)} html={html} />
  }

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
  ): FixedPage => ({
    status,
    render: signal => {
      const headTags = serverHead.ofErrorPage({ head: page.head, description, script })
      return render({ page, head: headTags }, signal)
    },
  })

  const [{ labels }] = table.languages
  const failed = failedPage(owner, table.languages)
  const fixedPages = new Map<string, FixedPage>()
  for (const row of table.rows) if (!row.loader) fixedPages.set(row.path, fixedPage(row))
  return {
    fixedAt: path => fixedPages.get(path),
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
): Promise<ReadonlyMap<string, PageComponent>> {
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
