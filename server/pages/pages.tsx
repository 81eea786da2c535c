import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ComponentType, ReactNode } from 'react'
import { Failed } from '../../shared/layout/failed.tsx'
import type { Owner, PageModule } from '../../shared/owner.ts'
import type { Row, Table } from '../../shared/page-table.ts'
import { titleOf } from '../../shared/titles.ts'
import { NOT_FOUND_PATH } from '../constants.ts'
import { UserError } from '../errors.ts'
import type { Allowed } from '../http/policy.ts'
import type { Manifest } from '../manifest.ts'
import { foldersOf, isContent } from './content-folders.ts'
import { ContentPage } from './content-page.tsx'
import { createHead } from './head.ts'
import type { PageInput, Render } from './render.tsx'
import type { PageRequest, ServerPage } from './server-page.ts'

/** A page that can be rendered. */
export interface RenderablePage {
  path: string
  status: number
  /** Whether it depends on the build and the origin alone: not on time, request or data. */
  fixed: boolean
  /** In seconds: how long one rendering is shown to all. Without it, each request has its own. */
  revalidate?: number | undefined
  render(request: PageRequest): Promise<Buffer>
}

/** Every page of a site. */
export interface RenderablePages {
  at(path: string): RenderablePage | undefined
  /** Renders a server page with this content instead of its component. */
  renderWith(id: string, content: ReactNode, signal: AbortSignal): Promise<Buffer>
  notFound: RenderablePage
  failed: RenderablePage
  /** For requests while too many others wait. */
  busy: RenderablePage
}

/** Reads the HTML of a page of shared/site/content/, by its id. */
export type ReadBody = (id: string) => Promise<string>

export const readBodyFrom =
  (build: string): ReadBody =>
  id =>
    readFile(join(build, 'content', `${id}.html`), 'utf8')

export interface PagesParts {
  table: Table
  manifest: Manifest
  origin: string
  owner: Owner
  allowed: Allowed
  /** The component of every page that is rendered on both sides, by its id. */
  components: Readonly<Record<string, PageModule>>
  serverPages: Readonly<Record<string, ServerPage>>
  NotFound: ComponentType
  readBody: ReadBody
  render: Render
}

/** Joins every row of the page table to its component. Throws if one is missing. */
export async function createPages(parts: PagesParts): Promise<RenderablePages> {
  const { table, manifest, origin, owner, allowed, render } = parts
  const { company, labels } = owner
  const head = createHead({ manifest, company, allowed, origin })
  const folders = foldersOf(table)

  const inputOf = (row: Row, content: ReactNode, script?: readonly string[]): PageInput => ({
    path: row.path,
    page: row,
    content,
    head: head({ row, folder: folders.get(row.id), script }),
  })

  async function pageOf(row: Row): Promise<RenderablePage> {
    const { id, path, revalidate } = row
    const page = (fixed: boolean, show: ServerPage, script?: readonly string[]): RenderablePage => ({
      path,
      status: 200,
      fixed,
      revalidate,
      render: async request => {
        // A component may ignore the signal.
        const content = await Promise.race([show(request), rejectOnAbort(request.signal)])
        return render(inputOf(row, content, script), request.signal)
      },
    })
    if (isContent(row))
      return page(true, async () => (
        <ContentPage row={row} folder={folders.get(id)} html={await parts.readBody(id)} />
      ))
    const module = await parts.components[id]?.()
    if (module) return page(true, () => <module.default />, manifest.pageScripts[id] ?? [])
    const component = parts.serverPages[id]
    if (component) return page(false, component)
    throw new UserError(
      `pages.${id} has no component: write it in server/site/pages/, and name it in server/site/pages.ts`,
    )
  }

  const errorPage = (
    status: number,
    words: { label: string; description: string },
    content: ReactNode,
    script?: readonly string[],
  ): RenderablePage => {
    const page = { title: titleOf(company, words.label), description: words.description }
    const input = { path: NOT_FOUND_PATH, page, content, head: head({ script }) }
    return {
      path: NOT_FOUND_PATH,
      status,
      fixed: true,
      render: ({ signal }) => render(input, signal),
    }
  }

  const pages = await Promise.all(table.rows.map(pageOf))
  const byPath = new Map(pages.map(page => [page.path, page]))
  return {
    at: path => byPath.get(path),
    renderWith: async (id, content, signal) => {
      const row = table.rows.find(each => each.server && each.id === id)
      if (!row) throw new Error(`there is no page of the server ${id}`)
      return render(inputOf(row, content), signal)
    },
    notFound: errorPage(404, labels.notFound, <parts.NotFound />, manifest.pageScripts.notFound),
    // Without the script, which may be what failed.
    failed: errorPage(500, labels.failed, <Failed />),
    busy: errorPage(503, labels.failed, <Failed />),
  }
}

const rejectOnAbort = async (signal: AbortSignal): Promise<never> => {
  await once(signal, 'abort')
  throw signal.reason
}
