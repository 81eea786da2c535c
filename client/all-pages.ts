import { rowsOf } from '../shared/page-table.ts'
import { type ClientPageId, pages } from '../shared/pages.ts'
import { components } from '../shared/routes.tsx'
import type { LoadedPage } from './hydrate.tsx'

// A chunk of its own, loaded before the first navigation, so that no page pays for the table of all others.

/** Loads the client page at a path. Rejects where its file is gone, as after a release. */
export async function loadPage(path: string): Promise<LoadedPage> {
  const row = rowsOf(pages).find(row => row.path === path)
  const load = components[row?.id as ClientPageId]
  if (!row || !load) throw new Error(`there is no client page at ${path}`)
  const { default: Component } = await load()
  return { head: row, Component }
}
