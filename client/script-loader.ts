import { startFeatures } from '../shared/site/at-start.ts'
import { CONTROL, closest, FIELD } from './controls.ts'
import { isFailedImport } from './failed-import.ts'

/** The URLs of the files that every page needs, in the order of their evaluation. Set by the build. */
declare const SCRIPTS: string[]

/** Maximum wait after the load event, for browsers that paint no frame or are never idle. */
const MAX_WAIT_MS = 2000
/** Wait where requestIdleCallback is missing, as in Safari. */
const PAUSE_MS = 100

// Inline in every hydrated page. Loads the script when a person begins to use the page: each `loadOn` below is a sign of that.
// With hydrate: 'idle' the page also loads it without a person, once the browser has painted and is idle, so that the script
// doesn't hold up the first paint. The page works without the script.

/** Each page has its own values in attributes, so that one CSP hash covers the loader of all: server/metadata/server-head.ts. */
const attributes = document.currentScript?.dataset
/** The files of the current page, its own chunk first. */
const page = attributes?.page?.split(' ') ?? []

// For the stylesheet: buttons that need the script are shown.
document.documentElement.dataset.script = ''

// All files are fetched at once and evaluated one after the other, to avoid one long task. The first of the page's own files has
// the page, and `hydratePage` of entry.ts, which scripts/bundle/plugins/page-chunks.ts puts there.
const run = async () => {
  for (const href of [...SCRIPTS, ...page])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  for (const script of SCRIPTS) await import(script)
  const { hydratePage, default: Page } = await import(page[0] ?? '')
  const isHydrated = hydratePage(Page, attributes)
  if (!isHydrated) leaveAsIs()
}

let isLoading = false
const load = () => {
  // Chrome renders a page ahead that the visitor may never open: https://developer.chrome.com/docs/web-platform/prerender-pages
  if (isLoading || document.prerendering) return
  isLoading = true
  run().catch(error => {
    leaveAsIs()
    if (!isFailedImport(error)) reportError(error) // Browsers report a failed fetch themselves.
  })
}

const onLeftAsIs = startFeatures.map(start => start(load))

/** Leaves the page as it is: no script will answer a press. */
function leaveAsIs(): void {
  delete document.documentElement.dataset.script
  for (const giveUp of onLeftAsIs) giveUp()
}

const savesData = () => navigator.connection?.saveData
const isSlow = () => savesData() || (navigator.connection?.effectiveType ?? '4g') !== '4g'

/** Whoever has followed a link has begun to use the site. Entries of the same document are those of its fragments. */
const isSecondPage = () => window.navigation?.entries().some(({ sameDocument }) => !sameDocument)

/** Not of a link: it leads to another document, which the browser has fetched in advance. */
const isPress = (event: Event) => closest(event, CONTROL)?.matches(':not(a), [data-hydrate]')

type Events = WindowEventMap
const loadOn = <Type extends keyof Events>(type: Type, isInteraction: (event: Events[Type]) => unknown) =>
  addEventListener(type, event => {
    if (isInteraction(event)) load()
  })

// What counts as an interaction. A scroll doesn't, by finger, wheel or key.
loadOn('click', isPress)
loadOn('pointerdown', event => event.pointerType === 'mouse' && isPress(event)) // A finger may begin to scroll here.
loadOn('keydown', event => event.key === 'Tab' || (event.key === 'Enter' && !closest(event, 'a')))
loadOn('input', event => closest(event, FIELD))

/** What counts once the page has loaded. */
const listenAfterLoad = () => {
  // A browser focuses a field with autofocus, and one that a fragment names.
  loadOn('focusin', event => closest(event, `${FIELD}:not([autofocus], :target)`))
  // Browsers send this, too, where the page moves under a mouse that rests.
  loadOn('pointermove', event => {
    const hasMoved = event.movementX || event.movementY
    return event.pointerType === 'mouse' && hasMoved && !isSlow()
  })
}

/** Loads the script without a person, where it may. */
const loadWhenIdle = () => {
  if (attributes?.hydrate ? isSecondPage() && !isSlow() : !savesData()) load()
}

document.addEventListener('prerenderingchange', loadWhenIdle)
// After the load event, and when Back shows the page as it was left.
addEventListener('pageshow', () => {
  listenAfterLoad()
  const { requestIdleCallback = (callback: () => void) => setTimeout(callback, PAUSE_MS) } = window
  // The first callback runs before the paint, the second one after it.
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(loadWhenIdle)))
  setTimeout(loadWhenIdle, MAX_WAIT_MS)
})
