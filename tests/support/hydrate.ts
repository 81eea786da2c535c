import { createRequire } from 'node:module'
import { format } from 'node:util'
import { VirtualConsole } from 'jsdom'
import { vi } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'
import { requireTrustedTypes } from './trusted-types.ts'

/** What React has scheduled runs before this, and so not after the window is gone. */
const afterReact = () => {
  const scheduler = createRequire(import.meta.resolve('react-dom'))('scheduler')
  return new Promise(done => scheduler.unstable_scheduleCallback(scheduler.unstable_IdlePriority, done))
}

/** Nothing is ever seen here, and nothing changes its size. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** What jsdom lacks, and the client calls. */
const missing = {
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
  IntersectionObserver: Observer,
  ResizeObserver: Observer,
  fetch: () => new Promise(() => {}),
  scrollTo: () => {},
}

/** Can be called, constructed and asked for anything, and nothing ever comes of it. */
// biome-ignore lint/complexity/useArrowFunction: An arrow function cannot be constructed.
const nothing: object = new Proxy(function () {}, {
  get(_, name) {
    if (name === Symbol.toPrimitive) return () => 0
    if (name === Symbol.iterator) return () => [].values()
    return nothing
  },
  apply: () => nothing,
  construct: () => nothing,
})

/** What every browser of scripts/bundle/browsers.ts has, and jsdom lacks or refuses: each object, and names of its own. */
const undone = (): [site: object, names: string][] => [
  [document, 'elementFromPoint elementsFromPoint fonts'],
  [navigator, 'geolocation mediaDevices sendBeacon serviceWorker storage'],
  [Element.prototype, 'animate getAnimations scroll scrollBy scrollIntoView scrollTo'],
  [Element.prototype, 'hasPointerCapture releasePointerCapture setPointerCapture'],
  [HTMLCanvasElement.prototype, 'getContext toBlob toDataURL'],
  [HTMLDialogElement.prototype, 'close show showModal'],
  [HTMLMediaElement.prototype, 'load pause play'],
  [Range.prototype, 'getBoundingClientRect getClientRects'],
  [SVGElement.prototype, 'getBBox getCTM getPointAtLength getScreenCTM getTotalLength'],
]
const undoneGlobals =
  'Animation AudioContext DOMMatrix DOMPoint EventSource FontFace ImageData KeyframeEffect Path2D RTCPeerConnection Worker caches createImageBitmap indexedDB scrollBy speechSynthesis visualViewport'

/** Lets an effect of a page call what jsdom does not do. */
function standIn(): void {
  for (const name of undoneGlobals.split(' ')) vi.stubGlobal(name, nothing)
  for (const [site, names] of undone())
    for (const name of names.split(' '))
      Object.defineProperty(site, name, { value: nothing, configurable: true, writable: true })
}

/** Sets the clock and the time zone to others than those of the server that has rendered the pages. */
export function setOtherTime(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-12-31T23:59:59Z') })
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
}

/** The attributes of the script loader in the document, as the loader gives them to the script. */
export const attributesOfLoader = (): DOMStringMap =>
  document.querySelector<HTMLElement>('script[data-page]:not([src])')?.dataset ?? {}

/** What a visit in jsdom can be asked for. */
export interface Visit {
  /** The errors that the console and window.onerror have heard, in order. React says there what differs; a library may warn. */
  heard: string[]
  /** The documents that were requested: an address, or "reload". */
  requested: string[]
  /** Resolves when React has nothing left to do. */
  settled(): Promise<unknown>
}

/**
 * Opens a page in a new window of jsdom, without running the scripts that stand in it, and calls `hydrate` there; then,
 * when the page is hydrated, or the error page in its place, what the visitor does. Resolves to what there is at the end.
 */
export async function hydrateIn(
  html: string,
  url: string,
  hydrate: () => unknown,
  visit: (page: Visit) => unknown = () => {},
) {
  const { window: _, URL: nodeUrl, Request: nodeRequest } = globalThis
  const jsdom = { virtualConsole: new VirtualConsole(), html, url, runScripts: 'outside-only' }
  const { teardown } = await builtinEnvironments.jsdom.setup(globalThis, { jsdom })
  const heard: string[] = []
  const hear = (...words: unknown[]) => {
    // React says this where one process has rendered for both sides.
    if (!/multiple renderers/.test(String(words[0]))) heard.push(format(...words))
  }
  const requested: string[] = []
  try {
    standIn()
    requireTrustedTypes()
    for (const [name, value] of Object.entries(missing)) vi.stubGlobal(name, value)
    vi.stubGlobal('location', noteRequests(location, requested))
    // As on a page with TLS.
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => {} } })
    // jsdom does not take this one from its attribute.
    Object.defineProperty(HTMLMediaElement.prototype, 'muted', {
      get(this: HTMLMediaElement) {
        return this.hasAttribute('muted')
      },
    })
    vi.spyOn(console, 'error').mockImplementation(hear)
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.stubGlobal('reportError', hear)
    const done = new Promise<void>(resolve => {
      // On the document: React replaces all of a page that differs from what it renders.
      const options = { attributeFilter: ['data-hydrated'], subtree: true }
      new MutationObserver(() => resolve()).observe(document, options)
    })
    await hydrate()
    await done
    await afterReact()
    await visit({ heard, requested, settled: afterReact })
    await vi.dynamicImportSettled() // A lazy part that comes later is rendered without a window, which is an error.
    await afterReact()
    const main = document.querySelector('main')?.innerHTML ?? ''
    const hasLayout = document.querySelectorAll('body > header, body > footer').length === 2
    return { heard, requested, title: document.title, main, hasLayout, path: location.pathname }
  } finally {
    vi.unstubAllGlobals()
    await teardown(globalThis)
    Object.assign(globalThis, { window: undefined, URL: nodeUrl, Request: nodeRequest })
  }
}

/** The address of a window, which notes what a browser would leave the page for: jsdom cannot, and lets nobody replace it. */
const noteRequests = (location: Location, requested: string[]) => ({
  get href() {
    return location.href
  },
  get origin() {
    return location.origin
  },
  get pathname() {
    return location.pathname
  },
  get search() {
    return location.search
  },
  get hash() {
    return location.hash
  },
  assign: (url: string | URL) => void requested.push(String(url)),
  replace: (url: string) => location.replace(url), // To the fragment that is there: client/scroll.ts.
  reload: () => void requested.push('reload'),
})
