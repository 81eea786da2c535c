import { rows } from 'virtual:pages'
import type { PageModule } from '../shared/owner.ts'
import type { ShownPage } from '../shared/page.tsx'
import type { ClientRow } from '../shared/page-head.ts'
import { createMatch } from '../shared/page-table.ts'
import { components } from '../shared/site/routes.tsx'
import type { PrefetchOptions } from './links.ts'
import { fetchData, prefetchData } from './page-data.ts'

// A chunk of its own, loaded before the first navigation, so that no page pays for the table of all others.

const modules: Readonly<Record<string, PageModule>> = components
const match = createMatch(rows)

/** Loads the script of the page at an address, and its data. Rejects where one of them is gone, as after a release. */
export async function loadPage(url: URL, version: string, signal: AbortSignal): Promise<ShownPage> {
  const { row, load } = pageAt(url)
  const [{ default: component }, { head, data }] = await Promise.all([
    load(),
    row.hasData ? fetchData(url, version, signal) : { head: row, data: undefined },
  ])
  return { pattern: row.path, head, component, data }
}

/** Loads the script of the page at an address in advance, and its data if asked. Rejects where the script is gone. */
export async function prefetchPage(url: URL, version: string, { withData }: PrefetchOptions): Promise<void> {
  const { row, load } = pageAt(url)
  if (row.hasData && withData) prefetchData(url, version)
  await load()
}

function pageAt({ pathname }: URL): { row: ClientRow; load: PageModule } {
  const row = match(pathname)?.row
  const load = row && modules[row.id]
  if (!row || !load) throw new Error(`there is no page with a script at ${pathname}`)
  return { row, load }
}
