import type { PageModule } from '../shared/owner.ts'
import { rowsOf } from '../shared/page-table.ts'
import { company } from '../shared/site/company.ts'
import { pages } from '../shared/site/pages.ts'
import { components } from '../shared/site/routes.tsx'
import type { LoadedPage } from './hydrate.tsx'

// A chunk of its own, loaded before the first navigation, so that no page pays for the table of all others.

const modules: Readonly<Record<string, PageModule>> = components

/** Loads the client page at a path. Rejects where its file is gone, as after a release. */
export async function loadPage(path: string): Promise<LoadedPage> {
  const row = rowsOf(pages, company).find(each => each.path === path)
  const load = row && modules[row.id]
  if (!row || !load) throw new Error(`there is no client page at ${path}`)
  const { default: Component } = await load()
  return { head: row, Component }
}
