import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import type { HeadFields, Owner, PageComponent, PageModule } from '../../shared/owner.ts'
import { labelsIn } from '../../shared/owner-context.ts'
import { errorPage, failedPage, type ShownPage } from '../../shared/page.tsx'
import { headOf, type PageHead } from '../../shared/page-head.ts'
import { langOf, type Row, type Table } from '../../shared/page-table.ts'
import { NOT_FOUND_PATH } from '../../shared/paths.ts'
import { contentFile } from '../built-files.ts'
import { foldersOf, isContent } from '../describe/content-folders.ts'
import { createServerHead } from '../describe/server-head.ts'
import type { Manifest } from '../manifest.ts'
import type { Allowed } from '../owner.ts'
import { ContentPage } from './content-page.tsx'
import type { LoadedPage } from './load-page.ts'
import type { Render } from './render.tsx'

/** A page that depends on the build and the origin alone: it is rendered once. */
export interface FixedPage {
  status: number
  render(signal: AbortSignal): Promise<Buffer>
}

/** Renders every page of a site. */
export interface PageRenderer {
  /** The page at this path, if it has no loader. */
  fixedAt(path: string): FixedPage | undefined
  renderLoaded(page: LoadedPage, signal: AbortSignal): Promise<Buffer>
  /** The page for an address without a page, in the language of the address. */
  notFound(path: string): FixedPage
  failed: FixedPage
  refused: FixedPage
}

/** Reads the HTML of a page of shared/site/content/, by its id. */
export type ReadBody = (id: string) => Promise<string>

export const readBodyFrom =
  (build: string): ReadBody =>
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
  readBody: ReadBody
  render: Render
}

/** Joins every row of the page table to its component. */
export async function createPageRenderer(parts: PageRendererParts): Promise<PageRenderer> {
  const { table, manifest, origin, owner, allowed, render } = parts
  const createHeadTags = createServerHead({ table, manifest, company: owner.company, allowed, origin })
  const folders = foldersOf(table)
  const components = await loadComponents(table, parts.components)

  const headTagsOf = (row: Row, head: PageHead, said: HeadFields = row) =>
    createHeadTags({ row, head, said, script: manifest.pageScripts[row.id], folder: folders.get(row.id) })

  const fixedPage = (row: Row): FixedPage => {
    const { id, path } = row
    const head = headOf(row)
    const headTags = headTagsOf(row, head)
    return {
      status: 200,
      render: async signal => {
        const component = isContent(row) ? await contentComponent(row) : componentOf(id)
        return render({ path, page: { pattern: path, head, component }, head: headTags }, signal)
      },
    }
  }

  async function contentComponent(row: Row): Promise<() => ReactNode> {
    const html = await parts.readBody(row.id)
    return () => <ContentPage row={row} folder={folders.get(row.id)} html={html} />
  }

  function componentOf(id: string): PageComponent {
    const component = components.get(id)
    if (!component) throw missingComponent(id)
    return component
  }

  const withoutPath = (status: number, page: ShownPage, script?: readonly string[]): FixedPage => {
    const path = NOT_FOUND_PATH
    const headTags = createHeadTags({ head: page.head, script })
    return { status, render: signal => render({ path, page, head: headTags }, signal) }
  }

  const notFoundIn = (lang?: string) => {
    const { notFound } = labelsIn(owner, langOf({ lang }, owner.company))
    return withoutPath(404, errorPage(owner, notFound, parts.NotFound, lang), manifest.notFoundScript)
  }
  const notFound = notFoundIn()
  const notFoundByLang = new Map(table.homes.map(({ lang }) => [lang, notFoundIn(lang)]))

  const fixedPages = new Map<string, FixedPage>()
  for (const row of table.rows) if (!row.loader) fixedPages.set(row.path, fixedPage(row))
  return {
    fixedAt: path => fixedPages.get(path),
    renderLoaded: ({ row, path, query, head, said, json }, signal) => {
      const page = { pattern: row.path, head, component: componentOf(row.id) }
      return render({ path, query, page, head: headTagsOf(row, head, said), json }, signal)
    },
    notFound: path => notFoundByLang.get(table.langAt(path) ?? '') ?? notFound,
    // Without the script, which may be what failed.
    failed: withoutPath(500, failedPage(owner)),
    refused: withoutPath(503, failedPage(owner)),
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
