import type { ShownPage } from '../shared/page.tsx'
import type { PrefetchOptions } from './links.ts'

/** Loads the script and the data of the page at an address. Rejects if one of them is gone, or from a different build. */
export async function loadPage(url: URL, buildId: string, signal: AbortSignal): Promise<ShownPage> {
  const pages = await import('./all-pages.ts')
  return pages.loadPage(url, buildId, signal)
}

/** Loads the script of the page at an address in advance, and its data if requested. */
export async function prefetchPage(url: URL, buildId: string, options: PrefetchOptions): Promise<void> {
  try {
    const pages = await import('./all-pages.ts')
    await pages.prefetchPage(url, buildId, options)
  } catch {} // The click loads it again.
}

// In development this loads before the first edit. After an edit Vite changes the addresses of all modules that import the edited
// one, so the page would be loaded a second time, and lose its state.
if (import.meta.hot) void import('./all-pages.ts')
