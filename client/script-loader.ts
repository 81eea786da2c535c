import { startFeatures } from '../shared/site/at-start.ts'
import { CONTROL, closest, FIELD } from './controls.ts'
import { isFailedImport } from './is-failed-import.ts'

/** The URLs of the files that every page needs, in evaluation order. Set by the build. */
declare const SCRIPTS: string[]

/** The longest wait after the load event, for browsers that paint no frame or are never idle. */
const MAX_WAIT_MS = 2000
/** The wait if requestIdleCallback is missing, as in Safari. */
const PAUSE_MS = 100

// This script is inline in every hydrated page. It loads the others at the visitor's first interaction: each `loadOn` below
// adds one that counts. With hydrate: 'idle', and from the second page of a visit on, it also loads them without one, once the
// browser has painted and is idle, so that they don't delay the first paint. The page works without them.

/** A page's own values are in attributes, so one CSP hash covers the loader of every page: server/metadata/server-head.ts. */
const attributes = document.currentScript?.dataset
/** The files of the current page, its own chunk first. */
const pageScripts = attributes?.page?.split(' ') ?? []

// The stylesheet shows buttons that need the script when this attribute is set.
document.documentElement.dataset.script = ''

// All files are fetched at once and evaluated one after the other, to avoid one long task. The page's first file exports the
// page and, because scripts/bundle/plugins/page-chunks.ts adds it, `hydratePage` of entry.ts.
const loadAndHydrate = async () => {
  for (const href of [...SCRIPTS, ...pageScripts])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  for (const script of SCRIPTS) await import(script)
  const { hydratePage, default: Page } = await import(pageScripts[0] ?? '')
  const isHydrated = hydratePage(Page, attributes)
  if (!isHydrated) abandonHydration()
}

let isLoading = false
const loadOnce = () => {
  // Chrome may prerender a page that the visitor never opens: https://developer.chrome.com/docs/web-platform/prerender-pages
  if (isLoading || document.prerendering) return
  isLoading = true
  loadAndHydrate().catch(error => {
    abandonHydration()
    if (!isFailedImport(error)) reportError(error) // Browsers report a failed fetch themselves.
  })
}

const onAbandoned = startFeatures.map(start => start(loadOnce))

/** Abandons hydration: the page stays plain HTML, and the buttons that need the script are hidden again. */
function abandonHydration(): void {
  delete document.documentElement.dataset.script
  for (const callback of onAbandoned) callback()
}

const savesData = () => navigator.connection?.saveData
const isSlow = () => savesData() || (navigator.connection?.effectiveType ?? '4g') !== '4g'

/**
 * Whether the visitor arrived by one of the site's own links, and so is using the site. Fragment navigations add entries for the
 * same document.
 */
const isSecondPage = () => window.navigation?.entries().some(({ sameDocument }) => !sameDocument)

/** Whether an event is a press on a control. A link isn't one: it leads to another document, which the browser has prefetched. */
const isPress = (event: Event) => closest(event, CONTROL)?.matches(':not(a), [data-hydrate]')

type Events = WindowEventMap
const loadOn = <Type extends keyof Events>(type: Type, isInteraction: (event: Events[Type]) => unknown) =>
  addEventListener(type, event => {
    if (isInteraction(event)) loadOnce()
  })

// These count as an interaction. A scroll by finger, wheel or key doesn't.
loadOn('click', isPress)
loadOn('pointerdown', event => event.pointerType === 'mouse' && isPress(event)) // A touch may be the start of a scroll.
loadOn('keydown', event => event.key === 'Tab' || (event.key === 'Enter' && !closest(event, 'a')))
loadOn('input', event => closest(event, FIELD))

/** Adds the interactions that count only once the page has loaded. */
const listenAfterLoad = () => {
  // The browser itself focuses a field with autofocus, and the target of a fragment.
  loadOn('focusin', event => closest(event, `${FIELD}:not([autofocus], :target)`))
  // Browsers also fire this when the page moves under a stationary mouse.
  loadOn('pointermove', event => {
    const hasMoved = event.movementX || event.movementY
    return event.pointerType === 'mouse' && hasMoved && !isSlow()
  })
}

/** Loads the script without an interaction, if the page, the visit and the connection allow it. */
const loadWithoutInteraction = () => {
  if (attributes?.waitFor ? isSecondPage() && !isSlow() : !savesData()) loadOnce()
}

// The visitor has opened a page that Chrome had prerendered.
document.addEventListener('prerenderingchange', loadWithoutInteraction)
// This event follows the load event, and a return by Back to a page in the back/forward cache.
addEventListener('pageshow', () => {
  listenAfterLoad()
  const { requestIdleCallback = (callback: () => void) => setTimeout(callback, PAUSE_MS) } = window
  // The first callback runs before the paint, the second one after it.
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(loadWithoutInteraction)))
  setTimeout(loadWithoutInteraction, MAX_WAIT_MS)
})
