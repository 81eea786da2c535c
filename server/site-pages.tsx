import { once } from 'node:events'
import { createElement, type ReactNode } from 'react'
import { failed, notFound } from '../shared/company.ts'
import { Failed } from '../shared/layout/failed.tsx'
import type { Row, Table } from '../shared/page-table.ts'
import NotFound from '../shared/pages/not-found.tsx'
import { components as clientPages, type PageModule } from '../shared/routes.tsx'
import type { Assets, ReadBody } from './assets.ts'
import { foldersOf, isContent } from './content-folders.ts'
import { UserError } from './errors.ts'
import { createHead } from './head.ts'
import { ContentPage } from './pages/content-page.tsx'
import { type PageRequest, type ServerPage, serverPages } from './pages/index.ts'
import { NOWHERE } from './paths.ts'
import type { PreparedPage } from './render.tsx'

/** A page of the site before it is rendered. */
export interface SitePage {
  row: Row
  /** A page that is the same for every request to this build. */
  fixed?: PreparedPage
  prepare(request: PageRequest): Promise<PreparedPage>
}

export interface SitePages {
  at(path: string): SitePage | undefined
  /** A page of the server that shows this, whatever its own component would show. */
  withContent(id: string, content: ReactNode): PreparedPage
  notFound: PreparedPage
  failed: PreparedPage
}

interface Parts {
  table: Table
  assets: Assets
  origin: string
  body: ReadBody
  /** A test passes pages of its own. */
  components?: Readonly<Record<string, PageModule>>
  servers?: Readonly<Record<string, ServerPage>>
}

/** Joins every row of the table to what it shows. Throws where a row has no component. */
export async function createSitePages({
  table,
  assets,
  origin,
  body,
  components = clientPages,
  servers = serverPages,
}: Parts): Promise<SitePages> {
  const head = createHead(assets, origin)
  const folders = foldersOf(table)

  const prepared = (row: Row, content: ReactNode, script?: readonly string[]): PreparedPage => ({
    status: 200,
    path: row.path,
    words: row,
    content,
    head: head({ row, folder: folders.get(row.id), ...(script && { script }) }),
  })

  const browserPage = async (row: Row, load: PageModule): Promise<SitePage> => {
    const { default: Component } = await load()
    const fixed = prepared(row, createElement(Component), assets.pageScripts[row.id] ?? [])
    return { row, fixed, prepare: async () => fixed }
  }

  const serverPage = (row: Row, component: ServerPage): SitePage => ({
    row,
    prepare: async request => {
      // A component may pay no heed to the signal.
      const content = await Promise.race([component(request), rejectOnAbort(request.signal)])
      return prepared(row, content)
    },
  })

  const contentPage = (row: Row) =>
    serverPage(row, async () => (
      <ContentPage row={row} folder={folders.get(row.id)} html={await body(row.id)} />
    ))

  const all = await Promise.all(
    table.rows.map(row => {
      if (isContent(row)) return contentPage(row)
      const load = components[row.id]
      const component = servers[row.id]
      if (load) return browserPage(row, load)
      if (component) return serverPage(row, component)
      throw new UserError(
        `pages.${row.id} has no component: write it in server/pages/, and name it in server/pages/index.ts`,
      )
    }),
  )
  const byPath = new Map(all.map(page => [page.row.path as string, page]))
  return {
    at: path => byPath.get(path),
    withContent: (id, content) => {
      const row = table.rows.find(row => row.server && row.id === id)
      if (!row) throw new Error(`there is no page of the server ${id}`)
      return prepared(row, content)
    },
    notFound: {
      status: 404,
      path: NOWHERE,
      words: notFound,
      content: <NotFound />,
      head: head({ script: assets.pageScripts.notFound ?? [] }),
    },
    // It asks for no script: the script may be what has failed.
    failed: { status: 500, path: NOWHERE, words: failed, content: <Failed />, head: head() },
  }
}

const rejectOnAbort = async (signal: AbortSignal): Promise<never> => {
  await once(signal, 'abort')
  throw signal.reason
}
