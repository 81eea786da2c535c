// The script at the top of a page, which loads the others, in a simulated browser that advances when a test says so.
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { JSDOM } from 'jsdom'
import { beforeEach, expect, vi } from 'vitest'
import type { StartFeature } from '../../extension-points.ts'
import { root } from './folders.ts'

export const SCRIPTS = ['/assets/react.js', '/assets/common.js']
export const PAGE = ['/assets/about.js', '/assets/prose.js']

/** Gives the loader this list of features instead of the site's. */
const withList = (contents: string): Plugin => ({
  name: 'list',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]at-start\.ts$/ }, ({ path }) =>
      /shared[\\/]site[\\/]/.test(path) ? { contents, resolveDir: dirname(path) } : undefined,
    ),
})

/** The loader as the build puts it into a page. A test replaces import(). */
async function bundleLoader(list: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'client/script-loader.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    define: { SCRIPTS: JSON.stringify(SCRIPTS) },
    plugins: [withList(list)],
  })
  return String(outputFiles[0]?.text).replaceAll('import(', 'importFile(')
}

type Step = 'pageshow' | 'frame' | 'idle'
export const whenIdle = ['pageshow', 'frame', 'frame', 'idle'] as const

export interface SimulatedBrowser {
  hydrate?: 'interaction'
  saveData?: boolean
  effectiveType?: string
  /** The history of the visit: for each entry of this origin, whether it belongs to the current document. */
  entries?: boolean[]
  /** The state of the current history entry. */
  state?: object | null
  isPrerendering?: boolean
  isSafari?: boolean
  importFile?: (file: string) => Promise<unknown>
  /** The features of the script. */
  features?: readonly StartFeature[]
}

/** Returns a function that opens a page with the loader, with a test's features or a list like shared/site/at-start.ts. */
export async function createVisit(list = 'export const startFeatures = features') {
  const loader = await bundleLoader(list)
  return (browser?: SimulatedBrowser) => visit(loader, browser)
}

function visit(loader: string, browser: SimulatedBrowser = {}) {
  const { hydrate, saveData = false, effectiveType, entries = [true], isSafari, importFile } = browser
  const { state = null, features = [] } = browser
  const waiting: Record<Step, (() => void)[]> = { pageshow: [], frame: [], idle: [] }
  const timers: [run: () => void, wait: number][] = []
  const preloaded: string[] = []
  const links: Partial<HTMLLinkElement>[] = []
  const imported = vi.fn(importFile ?? succeed)
  const reported = vi.fn()
  const requestIdleCallback = (listener: () => void) => waiting.idle.push(listener)
  const { window: dom } = new JSDOM(html)
  const isStep = (type: string): type is Step => type in waiting
  const page = {
    prerendering: browser.isPrerendering ?? false,
    currentScript: { dataset: { ...attributes, ...(hydrate && { waitFor: hydrate }) } },
    head: {
      append: (link: HTMLLinkElement) => {
        preloaded.push(link.href)
        links.push(link)
      },
    },
    createElement: (tagName: string) => ({ tagName }),
    documentElement: dom.document.documentElement,
    addEventListener: (type: string, listener: () => void) => dom.document.addEventListener(type, listener),
  }
  const navigation = { entries: () => entries.map(sameDocument => ({ sameDocument })) }
  const window: Partial<Window> = Object(isSafari ? {} : { requestIdleCallback, navigation })
  const globals = {
    features,
    window,
    navigator: isSafari ? {} : { connection: { saveData, effectiveType } },
    document: page,
    history: { state },
    Element: dom.Element,
    HTMLButtonElement: dom.HTMLButtonElement,
    addEventListener: (type: string, listener: () => void) =>
      isStep(type) ? waiting[type].push(listener) : dom.addEventListener(type, listener),
    requestAnimationFrame: (listener: () => void) => waiting.frame.push(listener),
    setTimeout: (listener: () => void, wait: number) => timers.push([listener, wait]),
    importFile: imported,
    reportError: reported,
  }
  new Function(...Object.keys(globals), loader)(...Object.values(globals))
  const reach = async (...steps: readonly Step[]) => {
    for (const step of steps) for (const listener of waiting[step].splice(0)) listener()
    await new Promise(setImmediate)
  }
  const element = (selector: string) =>
    dom.document.querySelector<HTMLElement>(selector) ?? expect.fail(selector)
  /** Dispatches a visitor's event on an element. */
  const act = (type: string, selector: string, more: object = {}) => {
    const event = new dom.Event(type, { bubbles: true, cancelable: true })
    element(selector).dispatchEvent(Object.assign(event, more))
    return reach()
  }
  /** Activates a prerendered page. */
  const activate = () => {
    page.prerendering = false
    dom.document.dispatchEvent(new dom.Event('prerenderingchange'))
    return reach()
  }
  return { reach, act, activate, element, window, timers, preloaded, links, imported, reported }
}

const html = `
<header>
  <a href="/">Home</a><button type="button" popovertarget="menu" id="menu">Menu</button>
  <button type="button" id="switch">Light or dark</button>
  <form><input id="search"><select id="language"><option>en</select><textarea id="note"></textarea><button id="seek">Seek</button></form>
</header>
<main>
  <p>Words</p>
  <input id="name"><input id="first" autofocus>
  <button type="button" id="plain"><b>Fewer</b></button>
  <button id="bare">Bare</button>
  <input type="button" id="old" value="Old">
  <details><summary>More</summary></details>
  <section data-hydrate id="slides"><p>A slide</p><a href="/slides">All</a></section>
  <a data-hydrate href="/cart" id="cart">Cart</a>
  <form>
    <button type="button" id="inForm">Add</button><button id="submit">Send</button>
    <button type="reset" id="reset">Reset</button><a href="/about">About</a>
  </form>
</main>`

export const attributes = { page: PAGE.join(' '), buildId: 'a-build', lang: 'fr' }
/** The module of the page. */
export const page = { hydratePage: vi.fn<() => boolean>(), default: () => null }
export const succeed = async (file: string): Promise<unknown> => (file === PAGE[0] ? page : {})
beforeEach(() => {
  page.hydratePage.mockReset().mockReturnValue(true)
})
