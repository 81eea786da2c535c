import { createPageTable, rowsOf } from '../shared/page-table.ts'
import { type ClientPageId, pages } from '../shared/pages.ts'
import { components } from '../shared/routes.tsx'
import type { LoadedPage } from './hydrate.tsx'

// A file of its own, fetched when a visitor reaches for the first link: no page pays for the table of all others.

const table = createPageTable(rowsOf(pages))
export const { redirectOf } = table

/** Fetches the page of the browser at a path. Rejects where its file is gone: a release may have come in between. */
export async function loadPage(path: string): Promise<LoadedPage> {
  const row = table.at(path)
  const load = components[row?.id as ClientPageId]
  if (!row || !load) throw new Error(`the browser has no page at ${path}`)
  const { default: Component } = await load()
  return { head: row, Component }
}
