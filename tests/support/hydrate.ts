import { createRequire } from 'node:module'
import { format } from 'node:util'
import { VirtualConsole } from 'jsdom'
import { vi } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'
import { requireTrustedTypes } from './trusted-types.ts'

/** Resolves after everything that React has scheduled, so that nothing runs once the window is gone. */
const afterReact = () => {
  const scheduler = createRequire(import.meta.resolve('react-dom'))('scheduler')
  return new Promise(done => scheduler.unstable_scheduleCallback(scheduler.unstable_IdlePriority, done))
}

/** An observer that never reports anything. */
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Functions that the client calls and jsdom lacks. */
const missing = {
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
  IntersectionObserver: Observer,
  ResizeObserver: Observer,
  fetch: () => new Promise(() => {}),
  scrollTo: () => {},
}

/** Any call, construction or property access works, and does nothing. */
// biome-ignore lint/complexity/useArrowFunction: An arrow function can't be constructed.
const nothing: object = new Proxy(function () {}, {
  get(_, name) {
    if (name === Symbol.toPrimitive) return () => 0
    if (name === Symbol.iterator) return () => [].values()
    return nothing
  },
  apply: () => nothing,
  construct: () => nothing,
})

/** Members that every browser of scripts/bundle/browsers.ts has, and jsdom lacks or rejects, by object. */
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

/** Lets a page's effects call functions that jsdom doesn't implement. */
function standIn(): void {
  for (const name of undoneGlobals.split(' ')) vi.stubGlobal(name, nothing)
  for (const [site, names] of undone())
    for (const name of names.split(' '))
      Object.defineProperty(site, name, { value: nothing, configurable: true, writable: true })
}

/** Sets a different clock and time zone than on the server that rendered the pages. */
export function setOtherTime(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-12-31T23:59:59Z') })
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
}

/** The attributes of the document's script loader, as the loader passes them to the script. */
export const attributesOfLoader = (): DOMStringMap =>
  document.querySelector<HTMLElement>('script[data-page]:not([src])')?.dataset ?? {}

/** The state of a visit in jsdom. */
export interface Visit {
  /** The errors logged to the console or reported, in order. React logs differences there. Warnings are ignored. */
  reported: string[]
  /** The requested documents: a URL, or "reload". */
  requested: string[]
  /** Resolves when React has nothing left to do. */
  settled(): Promise<unknown>
}

/**
 * Opens a page in a new jsdom window without running its inline scripts, and calls `hydrate` there. Once the page, or the
 * error page instead, is hydrated, calls `visit`. Resolves to the final state.
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
  const reported: string[] = []
  const report = (...words: unknown[]) => {
    // React logs this if one process has rendered for both sides.
    if (!/multiple renderers/.test(String(words[0]))) reported.push(format(...words))
  }
  const requested: string[] = []
  try {
    standIn()
    requireTrustedTypes()
    for (const [name, value] of Object.entries(missing)) vi.stubGlobal(name, value)
    vi.stubGlobal('location', noteRequests(location, requested))
    // As on a page with TLS.
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => {} } })
    // jsdom doesn't reflect this one from its attribute.
    Object.defineProperty(HTMLMediaElement.prototype, 'muted', {
      get(this: HTMLMediaElement) {
        return this.hasAttribute('muted')
      },
    })
    vi.spyOn(console, 'error').mockImplementation(report)
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.stubGlobal('reportError', report)
    const done = new Promise<void>(resolve => {
      // On the document, because React replaces the whole page if it differs from what it renders.
      const options = { attributeFilter: ['data-hydrated'], subtree: true }
      new MutationObserver(() => resolve()).observe(document, options)
    })
    await hydrate()
    await done
    await afterReact()
    await visit({ reported, requested, settled: afterReact })
    await vi.dynamicImportSettled() // A lazy part that loaded later would be rendered without a window, which is an error.
    await afterReact()
    const main = document.querySelector('main')?.innerHTML ?? ''
    const hasLayout = document.querySelectorAll('body > header, body > footer').length === 2
    return { reported, requested, title: document.title, main, hasLayout, path: location.pathname }
  } finally {
    vi.unstubAllGlobals()
    await teardown(globalThis)
    Object.assign(globalThis, { window: undefined, URL: nodeUrl, Request: nodeRequest })
  }
}

/** A window's location that records requests to leave the page. jsdom can't leave it, and its own location is read-only. */
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
  replace: (url: string) => location.replace(url), // To the current fragment: client/scroll.ts.
  reload: () => void requested.push('reload'),
})
