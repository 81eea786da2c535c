import { type ComponentType, lazy as reactLazy } from 'react'
import { isFailedImport } from './failed-import.ts'
import { reloadOnce, untilDocument } from './reload.ts'
import { typedFields } from './typed.ts'

// In place of React's `lazy` in the site's own files: scripts/bundle/plugins/lazy-parts.ts.

const GONE = [404, 410]
const PAUSE_MS = 1000
/** A part that begins to load so soon after a click is what the visitor waits for. */
const CLICK_MS = 1000

let lastClick = Number.NEGATIVE_INFINITY
addEventListener('click', () => (lastClick = performance.now()), { capture: true })

type Load<Part> = () => Promise<{ default: Part }>

/**
 * React's `lazy` for a part whose file may be missing. Where React hears that, it shows the error page in place of all that
 * the server has sent. So the part keeps waiting, and the server's HTML stays, or the fallback.
 */
// biome-ignore lint/suspicious/noExplicitAny: As in React's own type.
export const lazy = <Part extends ComponentType<any>>(load: Load<Part>) => reactLazy(() => loadPart(load))

/** Tries twice, and then at each click. After a click it asks, once, for the document of the release that has other files. */
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
      if (isAwaited && isGone(error) && reloadOnce(typedFields())) return untilDocument()
      await nextClick()
    }
  }
}

/**
 * Fetches a script, and what it imports, into the browser's cache. Chrome and Firefox never ask again for a module that they
 * could not fetch, and do not say why they could not. Rejects with the response.
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

/** Something may block the script alone. What a part throws when it is evaluated is an error of its own. */
const isNotFetched = (error: unknown) => error instanceof Response || isFailedImport(error)

/** Only a server that lacks the file says so: what cannot be reached may come back. */
const isGone = (error: unknown) => error instanceof Response && GONE.includes(error.status)

const pause = () => new Promise(resolve => setTimeout(resolve, PAUSE_MS))

const nextClick = () => new Promise(resolve => addEventListener('click', resolve, { once: true }))
