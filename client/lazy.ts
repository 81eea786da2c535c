import { type ComponentType, lazy as reactLazy } from 'react'
import { hydrationFeatures } from '../shared/site/at-hydration.ts'
import { isFailedImport } from './failed-import.ts'
import { reloadOnce, untilDocument } from './reload.ts'

// The site's own files get this in place of React's `lazy`: scripts/bundle/plugins/lazy-parts.ts.

const GONE = [404, 410]
const PAUSE_MS = 1000
/** The visitor waits for a part that begins to load so soon after a click. */
const CLICK_MS = 1000

// After hydration this file comes with a page that a click on a link has asked for.
let lastClick = 'hydrated' in document.documentElement.dataset ? performance.now() : Number.NEGATIVE_INFINITY
addEventListener('click', () => (lastClick = performance.now()), { capture: true })

type Load<Part> = () => Promise<{ default: Part }>

/**
 * React's `lazy` for a part whose file may be missing. A part that failed would become the error page, in place of all that
 * the server has sent. This one keeps waiting instead, and the server's HTML stays, or the fallback.
 */
// biome-ignore lint/suspicious/noExplicitAny: As in React's own type.
export const lazy = <Part extends ComponentType<any>>(load: Load<Part>) => reactLazy(() => loadPart(load))

/** Tries twice, and then at each click. Where a release has removed the file, a click requests the document again, once. */
async function loadPart<Part>(load: Load<Part>): Promise<{ default: Part }> {
  const begin = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      await Promise.all(dynamicImports(String(load)).map(fetchAhead))
      return await load()
    } catch (error) {
      if (!isNotFetched(error)) throw error
      if (attempt === 1) {
        await pause()
        continue
      }
      const isAwaited = lastClick > begin - CLICK_MS
      if (isAwaited && isGone(error) && reloadOnce(stateForReload())) return untilDocument()
      await nextClick()
    }
  }
}

/**
 * Fetches a script and its imports into the browser's cache: Chrome and Firefox never request a module again that they could
 * not fetch, and don't say why it failed. Rejects with the response.
 */
async function fetchAhead(url: string): Promise<void> {
  const isOfPage = document.querySelector(`link[href="${url}"]`) // By client/script-loader.ts.
  if (isOfPage) return
  const response = await fetch(url).catch(() => Response.error())
  if (!response.ok) throw response
  await Promise.all(staticImports(await response.text()).map(fetchAhead))
}

/** The URLs of imports, as esbuild writes them. */
const urlsBy = (pattern: RegExp) => (code: string) =>
  Array.from(code.matchAll(pattern), ([, url = '']) => url)
const dynamicImports = urlsBy(/\bimport\("([^"]+)"/g)
const staticImports = urlsBy(/\b(?:from|import)"([^"]+)"/g)

/** What features keep for the document that comes. */
const stateForReload = (): object =>
  Object.assign({}, ...hydrationFeatures.map(feature => feature.stateForReload()))

/** A blocker may let fetch() pass, and stop the script. An error while a part is evaluated is the part's own. */
const isNotFetched = (error: unknown) => error instanceof Response || isFailedImport(error)

/** Without an answer, as offline, the file may come back. */
const isGone = (error: unknown) => error instanceof Response && GONE.includes(error.status)

const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE_MS))

const nextClick = () => new Promise(resolve => addEventListener('click', resolve, { once: true }))
