import { homes } from 'virtual:page-table'
import type { PageModule } from '../shared/owner.ts'
import type { ShownPage } from '../shared/page.tsx'
import { headOf } from '../shared/page-head.ts'
import { type Row, rowsOf } from '../shared/page-table.ts'
import { company } from '../shared/site/company.ts'
import { pages } from '../shared/site/pages.ts'
import { components } from '../shared/site/routes.tsx'
import { clientPathOf } from './client-path.ts'
import type { PrefetchOptions } from './links.ts'
import { fetchData, prefetchData } from './page-data.ts'

// A chunk of its own, loaded before the first navigation, so that no page pays for the table of all others.

const modules: Readonly<Record<string, PageModule>> = components
const rowsByPath = new Map<string, Row>(rowsOf(pages, company, homes).map(row => [row.path, row]))

/** Loads the script of the page at an address, and its data. Rejects where one of them is gone, as after a release. */
export async function loadPage(url: URL, version: string, signal: AbortSignal): Promise<ShownPage> {
  const { row, load } = pageAt(url)
  const [{ default: component }, loaded] = await Promise.all([
    load(),
    row.loader ? fetchData(url, version, signal) : undefined,
  ])
  return { pattern: row.path, head: loaded?.head ?? headOf(row), component, data: loaded?.data }
}

/** Loads the script of the page at an address in advance, and its data if asked. Rejects where the script is gone. */
export async function prefetchPage(url: URL, version: string, { withData }: PrefetchOptions): Promise<void> {
  const { row, load } = pageAt(url)
  if (row.loader && withData) prefetchData(url, version)
  await load()
}

function pageAt({ pathname }: URL): { row: Row; load: PageModule } {
  const row = rowsByPath.get(clientPathOf(pathname) ?? '')
  const load = row && modules[row.id]
  if (!row || !load) throw new Error(`there is no page with a script at ${pathname}`)
  return { row, load }
}
