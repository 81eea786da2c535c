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

/**
 * Opens a page in a new window of jsdom, without running the scripts that stand in it, and calls `hydrate` there.
 * Resolves when the page is hydrated, or the error page in its place, to its parts and what its console has heard.
 */
export async function hydrateIn(html: string, url: string, hydrate: () => Promise<unknown>) {
  const { window: _, URL: nodeUrl, Request: nodeRequest } = globalThis
  const jsdom = { virtualConsole: new VirtualConsole(), html, url, runScripts: 'outside-only' }
  const { teardown } = await builtinEnvironments.jsdom.setup(globalThis, { jsdom })
  const heard: string[] = []
  const hear = (...words: unknown[]) => {
    // React says this where one process has rendered for both sides.
    if (!/multiple renderers/.test(String(words[0]))) heard.push(format(...words))
  }
  try {
    for (const [name, value] of Object.entries(missing)) vi.stubGlobal(name, value)
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
    return { heard, title: document.title, main: document.querySelector('main')?.innerHTML ?? '' }
  } finally {
    vi.unstubAllGlobals()
    await teardown(globalThis)
    Object.assign(globalThis, { window: undefined, URL: nodeUrl, Request: nodeRequest })
  }
}
