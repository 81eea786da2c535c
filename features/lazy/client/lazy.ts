import { type ComponentType, lazy as reactLazy } from 'react'
import { isFailedImport } from '../../../client/is-failed-import.ts'
import { reloadOnce, untilDocument } from '../../../client/reload.ts'
import { hydrationFeatures } from '../../../shared/site/at-hydration.ts'

// In the site's own files, this replaces React's `lazy`: lazy-parts.ts.

const GONE = [404, 410]
const PAUSE_MS = 1000
/** A part that begins to load this soon after a click is one that the visitor waits for. */
const CLICK_MS = 1000

// If this file loads after hydration, a click on a link has caused that.
let lastClick = 'hydrated' in document.documentElement.dataset ? performance.now() : Number.NEGATIVE_INFINITY
addEventListener('click', () => (lastClick = performance.now()), { capture: true })

type Load<Part> = () => Promise<{ default: Part }>

/**
 * React's `lazy` for a part whose file may be missing. With React's own, a part that fails replaces the whole page with the error
 * page. This one keeps waiting, so the server's HTML or the fallback stays.
 */
// biome-ignore lint/suspicious/noExplicitAny: As in React's own type.
export const lazy = <Part extends ComponentType<any>>(load: Load<Part>) => reactLazy(() => loadPart(load))

/** Tries twice, and then at each click. If a release has removed the file, a click reloads the document, once. */
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
 * Fetches a script and its imports into the browser's cache. `import()` wouldn't do: Chrome and Firefox never request a failed
 * module again, and don't say why it failed. Rejects with the response.
 */
async function fetchAhead(url: string): Promise<void> {
  const isOfPage = document.querySelector(`link[href="${url}"]`) // client/script-loader.ts has added it.
  if (isOfPage) return
  const response = await fetch(url).catch(() => Response.error())
  if (!response.ok) throw response
  await Promise.all(staticImports(await response.text()).map(fetchAhead))
}

/** Returns a function that finds the URLs of imports, which `pattern` matches as esbuild writes them. */
const urlsBy = (pattern: RegExp) => (code: string) =>
  Array.from(code.matchAll(pattern), ([, url = '']) => url)
const dynamicImports = urlsBy(/\bimport\("([^"]+)"/g)
const staticImports = urlsBy(/\b(?:from|import)"([^"]+)"/g)

/** The state that features keep in `history.state` for the reloaded document. */
const stateForReload = (): object =>
  Object.assign({}, ...hydrationFeatures.map(feature => feature.stateForReload?.()))

/** Whether fetch() or import() couldn't get a file: a blocker may stop only one of them. Other errors are the part's own. */
const isNotFetched = (error: unknown) => error instanceof Response || isFailedImport(error)

/** Whether the server says that a file is gone. If there's no response, as offline, it may come back. */
const isGone = (error: unknown) => error instanceof Response && GONE.includes(error.status)

const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE_MS))

const nextClick = () => new Promise(resolve => addEventListener('click', resolve, { once: true }))
