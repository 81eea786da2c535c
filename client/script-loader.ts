import type { EarlyInput } from './replay.ts'

/** The URLs of the files that every page needs, in the order of their evaluation. Set by the build. */
declare const SCRIPTS: string[]

/** Maximum wait after the load event, for browsers that paint no frame or are never idle. */
const MAX_WAIT_MS = 2000
/** Wait where requestIdleCallback is missing, as in Safari. */
const PAUSE_MS = 100

// Inline in every client page. Loads the script once the page has been painted and the browser is idle, so that the two
// do not compete; at once when the visitor touches the page, or a field around it; and otherwise never where the visitor
// saves data: the page works without the script.

/** What differs between pages, in attributes, so that one CSP hash covers the loader of all: server/metadata/server-head.ts. */
const attributes = document.currentScript?.dataset
/** The files of the current page, its own chunk first. */
const page = attributes?.page?.split(' ') ?? []

/** What the visitor does before the script has come: client/replay.ts. */
const input: EarlyInput = {}

// All files are fetched at once and evaluated one after the other, to avoid one long task. The first of the page's own files has
// the page, and `start` of entry.ts, which scripts/bundle/plugins/page-chunks.ts puts there.
const run = async () => {
  for (const href of [...SCRIPTS, ...page])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  for (const script of SCRIPTS) await import(script)
  const { start, default: Page } = await import(page[0] ?? '')
  start(Page, input, attributes)
}

/** Browsers report a failed fetch themselves. Chrome and Firefox name an "imported module", Safari "Importing a module". */
const isFailedFetch = (error: unknown) => /imported module|importing a module/i.test(String(error))

let isLoading = false
const load = () => {
  if (!isLoading) run().catch(error => isFailedFetch(error) || reportError(error))
  isLoading = true
}

const loadWhenIdle = () => window.requestIdleCallback?.(load) ?? setTimeout(load, PAUSE_MS)

/** The layout, too, may have fields with an effect. Its links and its menu work without the script. */
const loadAtTouch = ({ target }: Event) => {
  if (target instanceof Element && target.closest('main, input, textarea, select')) load()
}
for (const type of ['pointerdown', 'keydown', 'input']) addEventListener(type, loadAtTouch)

// A button that only the script answers. What a browser answers by itself, such as a link or a submit button, is done.
addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLButtonElement>('main button')
  const isOfScript = button && (button.type === 'button' || !button.form)
  if (isOfScript && !('hydrated' in document.documentElement.dataset)) input.clicked = button
})

if (!navigator.connection?.saveData)
  addEventListener('load', () => {
    // The first callback runs before the paint, the second one after it.
    requestAnimationFrame(() => requestAnimationFrame(loadWhenIdle))
    setTimeout(load, MAX_WAIT_MS)
  })
