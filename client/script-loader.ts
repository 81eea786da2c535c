import { type EarlyInput, noLongerBusy } from './early-input.ts'
import { reloadOnce } from './reload.ts'
import { typedFields } from './typed.ts'

/** The URLs of the files that every page needs, in the order of their evaluation. Set by the build. */
declare const SCRIPTS: string[]

/** Maximum wait after the load event, for browsers that paint no frame or are never idle. */
const MAX_WAIT_MS = 2000
/** Wait where requestIdleCallback is missing, as in Safari. */
const PAUSE_MS = 100

// Inline in every hydrated page. Loads the script when a person begins to use the page: each `loadAt` below is a sign of that.
// With hydrate: 'idle' the page also loads it without a person, once the browser has painted and is idle, so that the script
// doesn't hold up the first paint. The page works without the script.

/** Each page has its own values in attributes, so that one CSP hash covers the loader of all: server/metadata/server-head.ts. */
const attributes = document.currentScript?.dataset
/** The files of the current page, its own chunk first. */
const page = attributes?.page?.split(' ') ?? []
const [ownChunk = ''] = page

// For the stylesheet: buttons that need the script are shown.
document.documentElement.dataset.script = ''

/** Buttons pressed before the script is there. client/replay.ts presses them again. */
const pressed = new Set<HTMLElement>()
const input: EarlyInput = { pressed }

const files = [...SCRIPTS, ...page]

// Into the browser's cache: Chrome and Firefox never ask again for a module that they could not fetch.
const fetchFile = async (file: string) => {
  const response = await fetch(file)
  if (!response.ok) throw response
  await response.blob()
}

// The files are evaluated one after the other, to avoid one long task. The first of the page's own files has the page, and
// `start` of entry.ts, which scripts/bundle/plugins/page-chunks.ts puts there.
const run = async () => {
  for (const href of files)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  for (const script of SCRIPTS) await import(script)
  const { start, default: Page } = await import(ownChunk)
  start(Page, input, attributes)
}

let isLoading = false
let hasFailed = false
/** Loads the script. Where that can't be fetched, the page stays as it is, and what a person does next tries again. */
const load = async (isAsked: boolean) => {
  // Chrome renders a page ahead that the visitor may never open: https://developer.chrome.com/docs/web-platform/prerender-pages
  if (isLoading || (hasFailed && !isAsked) || document.prerendering) return
  isLoading = true
  try {
    await Promise.all(files.map(fetchFile))
  } catch {
    noLongerBusy(input)
    pressed.clear()
    isLoading = false
    hasFailed = true
    if (isAsked && (await isOutdated())) reloadOnce(typedFields())
    return
  }
  run().catch(reportError)
}

/** Whether a release has given the page another script. The server may also be out of reach, or lack the script in either. */
const isOutdated = async () => {
  const response = await fetch(location.href, { cache: 'no-cache' }).catch(Response.error)
  return response.ok && !(await response.text()).includes(ownChunk)
}

const savesData = () => navigator.connection?.saveData
const isSlow = () => savesData() || (navigator.connection?.effectiveType ?? '4g') !== '4g'

/** Whoever has followed a link has begun to use the site. Entries of the same document are those of its fragments. */
const isSecondPage = () => window.navigation?.entries().some(({ sameDocument }) => !sameDocument)

const FIELD = ':is(input, select, textarea)'
/** Everything that a person can press. */
const CONTROL = `a, button, summary, ${FIELD}, [data-hydrate]`

const closest = ({ target }: Event, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

/** Not of a link: it leads to another document, which the browser has fetched in advance. */
const isPress = (event: Event) => closest(event, CONTROL)?.matches(':not(a), [data-hydrate]')

type Events = WindowEventMap
const loadAt = <Type extends keyof Events>(type: Type, isInteraction: (event: Events[Type]) => unknown) =>
  addEventListener(type, event => {
    if (isInteraction(event)) load(type !== 'pointermove') // It comes too often to try again.
  })

// What counts as an interaction. A scroll doesn't, by finger, wheel or key.
loadAt('click', isPress)
loadAt('pointerdown', event => event.pointerType === 'mouse' && isPress(event)) // A finger may begin to scroll here.
loadAt('keydown', event => event.key === 'Tab' || (event.key === 'Enter' && !closest(event, 'a')))
loadAt('input', event => closest(event, FIELD))

/** What counts once the page has loaded. */
const loadAtLaterInteractions = () => {
  // A browser focuses a field with autofocus, and one that a fragment names.
  loadAt('focusin', event => closest(event, `${FIELD}:not([autofocus], :target)`))
  // Browsers send this, too, where the page moves under a mouse that rests.
  loadAt('pointermove', event => {
    const hasMoved = event.movementX || event.movementY
    return event.pointerType === 'mouse' && hasMoved && !isSlow()
  })
}

/** Whoever had typed before the document was reloaded gets it back by the script: client/typed.ts. */
const wasInUse = () => history.state?.typed

/** Loads the script without a person, where it may. */
const loadUnasked = () => {
  if (wasInUse() || (attributes?.hydrate ? isSecondPage() && !isSlow() : !savesData())) load(false)
}

document.addEventListener('prerenderingchange', loadUnasked)
// After the load event, and when Back shows the page as it was left.
addEventListener('pageshow', () => {
  loadAtLaterInteractions()
  const { requestIdleCallback = (callback: () => void) => setTimeout(callback, PAUSE_MS) } = window
  // The first callback runs before the paint, the second one after it.
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(loadUnasked)))
  setTimeout(loadUnasked, MAX_WAIT_MS)
})

/** Whether the browser itself answers a press: a link, the button of a menu, or one that sends a form. */
const isAnswered = (control: HTMLElement) =>
  control.matches('a, summary, input:not([type=button]), select, textarea, [popovertarget], [commandfor]') ||
  (control instanceof HTMLButtonElement && control.form && control.type !== 'button')

// Only the script answers the others, unless another script of the site has called preventDefault().
addEventListener('click', event => {
  const control = closest(event, CONTROL)
  if (!control || event.defaultPrevented || isAnswered(control)) return
  if (!document.documentElement.matches('[data-script]:not([data-hydrated])')) return
  // In the order of the last presses.
  pressed.delete(control)
  pressed.add(control)
  control.setAttribute('aria-busy', 'true')
})
