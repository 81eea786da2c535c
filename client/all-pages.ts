import { routes } from 'virtual:pages'
import type { ShownPage } from '../shared/page.tsx'
import type { ClientRoute } from '../shared/page-head.ts'
import { createMatch } from '../shared/route-table.ts'
import { navigationFeatures } from '../shared/site/at-navigation.ts'
import { components } from '../shared/site/components.ts'
import type { PageModule } from '../shared/site.ts'
import type { PrefetchOptions } from './links.ts'

// This is a separate chunk, loaded before the first navigation. It has the heads and components of all pages. A page's own script
// knows only the other pages' paths, to tell which links the router handles (is-in-router.ts), and the menus' links.

const modules: Readonly<Record<string, PageModule>> = components
/** The feature that loads the data of dynamic pages. */
const [dynamic] = navigationFeatures
const match = createMatch(routes)

/** Loads the script of the page at an address, and its data. Rejects if one of them is gone, as after a release. */
export async function loadPage(url: URL, signal: AbortSignal): Promise<ShownPage> {
  const { route, load } = pageAt(url)
  const [{ default: component }, { head, data }] = await Promise.all([
    load(),
    loadContent(route, url, signal),
  ])
  return { pattern: route.path, head, component, data }
}

/** Loads the script of the page at an address in advance, and its data if requested. Rejects if the script is gone. */
export async function prefetchPage(url: URL, { withData }: PrefetchOptions): Promise<void> {
  const { route, load } = pageAt(url)
  if (route.isDynamic && withData) dynamic?.prefetch(url)
  await load()
}

async function loadContent(route: ClientRoute, url: URL, signal: AbortSignal) {
  if (!route.isDynamic) return { head: route, data: undefined }
  if (!dynamic) throw new Error(`shared/site/at-navigation.ts lists nothing that loads ${route.path}`)
  return dynamic.load(url, signal)
}

function pageAt({ pathname }: URL): { route: ClientRoute; load: PageModule } {
  const route = match(pathname)?.route
  const load = route && modules[route.id]
  if (!route || !load) throw new Error(`there is no page with a script at ${pathname}`)
  return { route, load }
}
