import { once } from 'node:events'
import type { ReactNode } from 'react'
import { failed, notFound } from '../shared/company.ts'
import { Failed } from '../shared/layout/failed.tsx'
import type { Row, Table } from '../shared/page-table.ts'
import NotFound from '../shared/pages/not-found.tsx'
import { components, type PageModule } from '../shared/routes.tsx'
import type { Assets, ReadBody } from './assets.ts'
import { foldersOf, isContent } from './content-folders.ts'
import { UserError } from './errors.ts'
import { createHead } from './head.ts'
import { ContentPage } from './pages/content-page.tsx'
import { type PageRequest, type ServerPage, serverPages } from './pages/index.ts'
import { NOWHERE } from './paths.ts'
import type { PreparedPage, Render } from './render.tsx'

export interface SitePage {
  path: string
  status: number
  /** Whether it depends on the build and the origin alone: not on time, request or data. */
  fixed: boolean
  /** In seconds: how long one rendering is shown to all. Without it, each request has its own. */
  revalidate?: number | undefined
  render(request: PageRequest): Promise<Buffer>
}

export type SitePages = Awaited<ReturnType<typeof createSitePages>>

type Parts = { table: Table; assets: Assets; origin: string; body: ReadBody; render: Render }

const clientPages: Readonly<Record<string, PageModule>> = components
const pagesWithData: Readonly<Record<string, ServerPage>> = serverPages

/** Joins every row of the page table to its component. Throws if one is missing. */
export async function createSitePages({ table, assets, origin, body, render }: Parts) {
  const head = createHead(assets, origin)
  const folders = foldersOf(table)

  const prepared = (row: Row, content: ReactNode, script?: readonly string[]): PreparedPage => ({
    status: 200,
    path: row.path,
    facts: row,
    content,
    head: head({ row, folder: folders.get(row.id), script }),
  })

  async function sitePage(row: Row): Promise<SitePage> {
    const { id, path, revalidate } = row
    const page = (fixed: boolean, show: ServerPage, script?: readonly string[]): SitePage => ({
      path,
      status: 200,
      fixed,
      revalidate,
      render: async request => {
        // A component may ignore the signal.
        const content = await Promise.race([show(request), rejectOnAbort(request.signal)])
        return render(prepared(row, content, script), request.signal)
      },
    })
    if (isContent(row))
      return page(true, async () => <ContentPage row={row} folder={folders.get(id)} html={await body(id)} />)
    const Client = await clientPages[id]?.()
    if (Client) return page(true, () => <Client.default />, assets.pageScripts[id] ?? [])
    const component = pagesWithData[id]
    if (component) return page(false, component)
    throw new UserError(
      `pages.${id} has no component: write it in server/pages/, and name it in server/pages/index.ts`,
    )
  }

  const ownPage = (page: Omit<PreparedPage, 'path'>): SitePage => ({
    path: NOWHERE,
    status: page.status,
    fixed: true,
    render: ({ signal }) => render({ ...page, path: NOWHERE }, signal),
  })
  const missing = {
    facts: notFound,
    content: <NotFound />,
    head: head({ script: assets.pageScripts.notFound }),
  }
  // Without the script, which may be what failed.
  const failure = { facts: failed, content: <Failed />, head: head({}) }

  const pages = await Promise.all(table.rows.map(sitePage))
  const byPath = new Map(pages.map(page => [page.path, page]))
  return {
    at: (path: string) => byPath.get(path),
    /** Renders a server page with this content instead of its component. */
    renderWith: async (id: string, content: ReactNode, signal: AbortSignal) => {
      const row = table.rows.find(row => row.server && row.id === id)
      if (!row) throw new Error(`there is no page of the server ${id}`)
      return render(prepared(row, content), signal)
    },
    notFound: ownPage({ ...missing, status: 404 }),
    failed: ownPage({ ...failure, status: 500 }),
    /** For requests while too many others wait. */
    busy: ownPage({ ...failure, status: 503 }),
  }
}

const rejectOnAbort = async (signal: AbortSignal): Promise<never> => {
  await once(signal, 'abort')
  throw signal.reason
}
