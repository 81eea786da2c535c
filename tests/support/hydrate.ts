import { createRequire } from 'node:module'
import { format } from 'node:util'
import { VirtualConsole } from 'jsdom'
import { vi } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'

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

/** What jsdom lacks and pages use. */
const missing = {
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
  IntersectionObserver: Observer,
  ResizeObserver: Observer,
  fetch: () => new Promise(() => {}),
  scrollTo: () => {},
}

/** Sets the clock and the time zone to others than those of the server that has rendered a page. */
export function setOtherTime(html: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-12-31T23:59:59Z') })
  vi.stubEnv('TZ', 'Pacific/Kiritimati')
  // The build has put it in, where a clock would say another year.
  Object.assign(globalThis, { BUILD_YEAR: Number(/© (\d{4})/.exec(html)?.[1]) })
}

/** What a visit in jsdom can be asked for. */
export interface Visit {
  /** What the console and window.onerror have heard, in order. */
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
    for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(hear)
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
  reload: () => void requested.push('reload'),
})
