// @vitest-environment node
// The inline script that loads the others: when it requests them, in which order, and what it hands over.
import { build } from 'esbuild'
import { JSDOM } from 'jsdom'
import { beforeEach, describe, expect, test, vi } from 'vitest'

const SCRIPTS = ['/assets/react.js', '/assets/common.js']
const PAGE = ['/assets/about.js', '/assets/prose.js']
const PATH = '/about'

/** The loader as the build puts it into a page. A test takes the place of import(). */
const { outputFiles } = await build({
  entryPoints: ['client/script-loader.ts'],
  bundle: true,
  write: false,
  format: 'iife',
  define: { SCRIPTS: JSON.stringify(SCRIPTS) },
})
const loader = String(outputFiles[0]?.text).replaceAll('import(', 'importFile(')

type Step = 'pageshow' | 'frame' | 'idle'
const whenIdle = ['pageshow', 'frame', 'frame', 'idle'] as const

interface Browser {
  hydrate?: 'interaction'
  saveData?: boolean
  effectiveType?: string
  /** The history of the visit: for each entry of this origin whether it is of the current document. */
  entries?: boolean[]
  /** The state of the current entry. */
  state?: object | null
  isPrerendering?: boolean
  isSafari?: boolean
  importFile?: (file: string) => Promise<unknown>
  /** Takes the place of fetch(). */
  fetchFile?: (file: string) => Promise<Response>
}

/** Runs the loader in a browser that takes its next steps when the test says so. */
function visit(browser: Browser = {}) {
  const { hydrate, saveData = false, effectiveType, entries = [true], isSafari, importFile } = browser
  const { state = null, fetchFile = async () => new Response() } = browser
  const waiting: Record<Step, (() => void)[]> = { pageshow: [], frame: [], idle: [] }
  const timers: [run: () => void, wait: number][] = []
  const preloaded: string[] = []
  const links: Partial<HTMLLinkElement>[] = []
  const imported = vi.fn(importFile ?? succeed)
  const fetched = vi.fn(fetchFile)
  const reported = vi.fn()
  const requestIdleCallback = (listener: () => void) => waiting.idle.push(listener)
  const { window: dom } = new JSDOM(html)
  const isStep = (type: string): type is Step => type in waiting
  const page = {
    prerendering: browser.isPrerendering ?? false,
    currentScript: { dataset: { ...attributes, ...(hydrate && { hydrate }) } },
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
  const globals = {
    window: isSafari ? {} : { requestIdleCallback, navigation },
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
    fetch: fetched,
    location: { href: PATH },
    reportError: reported,
  }
  new Function(...Object.keys(globals), loader)(...Object.values(globals))
  const reach = async (...steps: readonly Step[]) => {
    for (const step of steps) for (const listener of waiting[step].splice(0)) listener()
    await new Promise(setImmediate)
  }
  const element = (selector: string) =>
    dom.document.querySelector<HTMLElement>(selector) ?? expect.fail(selector)
  /** Lets the visitor do something to an element. */
  const act = (type: string, selector: string, more: object = {}) => {
    const event = new dom.Event(type, { bubbles: true, cancelable: true })
    element(selector).dispatchEvent(Object.assign(event, more))
    return reach()
  }
  /** Shows a page that was prerendered. */
  const activate = () => {
    page.prerendering = false
    dom.document.dispatchEvent(new dom.Event('prerenderingchange'))
    return reach()
  }
  return { reach, act, activate, element, timers, preloaded, links, fetched, imported, reported }
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

const attributes = { page: PAGE.join(' '), version: 'a-version', lang: 'fr' }
const page = { start: vi.fn(), default: () => null }
const succeed = async (file: string): Promise<unknown> => (file === PAGE[0] ? page : {})
beforeEach(() => {
  page.start.mockReset()
})

describe('without a person the script is requested', () => {
  test('once the page is shown, two frames later, when the browser is idle', async () => {
    const { reach, preloaded } = visit()
    await reach('pageshow', 'frame', 'idle') // The first frame is not painted yet.
    expect(preloaded).toEqual([])
    await reach('frame')
    expect(preloaded).toEqual([])
    await reach('idle')
    expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
  })

  test('after a pause in Safari, which cannot say that it is idle', async () => {
    const { reach, preloaded, timers } = visit({ isSafari: true })
    await reach('pageshow', 'frame', 'frame')
    expect(preloaded).toEqual([])
    const [pause] = timers.filter(([, wait]) => wait === 100)
    pause?.[0]()
    await reach()
    expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
  })

  test('two seconds after the load event at the latest, and not again when the browser is idle', async () => {
    const { reach, timers, imported } = visit()
    expect(timers).toEqual([])
    await reach('pageshow')
    expect(timers.map(([, wait]) => wait)).toEqual([2000])
    timers[0]?.[0]()
    await reach(...whenIdle)
    expect(imported).toHaveBeenCalledTimes(3)
  })

  test('when a page is shown that was prerendered, and not before', async () => {
    const { reach, activate, timers, preloaded } = visit({ isPrerendering: true })
    await reach(...whenIdle)
    for (const [run] of timers) run()
    expect(preloaded).toEqual([])
    await activate()
    expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
  })

  const idleVisit = async (browser: Browser) => {
    const { reach, timers, preloaded } = visit(browser)
    await reach(...whenIdle)
    for (const [run] of timers) run()
    return preloaded.length > 0
  }

  test.each<[string, Browser]>([
    ['where the visitor saves data', { saveData: true }],
    ['where the visitor saves data, on a second page', { saveData: true, entries: [false, true] }],
    ["on the first page of a visit, with hydrate: 'interaction'", { hydrate: 'interaction' }],
    ['on the first page, after a link to a fragment', { hydrate: 'interaction', entries: [true, true] }],
    [
      'on a second page over a slow line',
      { hydrate: 'interaction', entries: [false, true], effectiveType: '3g' },
    ],
    ['on a second page in Safari, which cannot tell', { hydrate: 'interaction', isSafari: true }],
  ])('never %s', async (_, browser) => {
    expect(await idleVisit(browser)).toBe(false)
  })

  test.each<[string, Browser]>([
    ['on the second page of a visit', { hydrate: 'interaction', entries: [false, true] }],
    ['on the first page, once Back has led there', { hydrate: 'interaction', entries: [true, false] }],
    [
      'where somebody had typed before the document was reloaded',
      { hydrate: 'interaction', saveData: true, state: { typed: [] } },
    ],
    ['on a page over a slow line, where it does not say otherwise', { effectiveType: '2g' }],
  ])('%s', async (_, browser) => {
    expect(await idleVisit(browser)).toBe(true)
  })
})

test('its files are requested all at once, and are modules of the page when all are there', async () => {
  const last = Promise.withResolvers<Response>()
  const fetchFile = async (file: string) => (file === PAGE[1] ? last.promise : new Response())
  const { reach, fetched, links } = visit({ fetchFile })
  await reach(...whenIdle)
  expect(fetched.mock.calls.flat()).toEqual([...SCRIPTS, ...PAGE])
  expect(links).toEqual([])
  last.resolve(new Response())
  await reach()
  const modules = [...SCRIPTS, ...PAGE].map(href => ({ tagName: 'link', rel: 'modulepreload', href }))
  expect(links).toEqual(modules)
})

test('its files are evaluated one after the other, and then the page starts', async () => {
  const first = Promise.withResolvers()
  const importFile = (file: string) => (file === SCRIPTS[0] ? first.promise : succeed(file))
  const { reach, imported } = visit({ importFile })
  await reach(...whenIdle)
  expect(imported.mock.calls.flat()).toEqual([SCRIPTS[0]])
  first.resolve({})
  await reach()
  expect(imported.mock.calls.flat()).toEqual([...SCRIPTS, PAGE[0]])
  expect(page.start).toHaveBeenLastCalledWith(page.default, { pressed: new Set() }, attributes)
})

test('an error of the script reaches window.onerror', async () => {
  const error = new TypeError('undefined is not a function')
  const { reach, reported } = visit({ importFile: () => Promise.reject(error) })
  await reach(...whenIdle)
  expect(reported).toHaveBeenCalledExactlyOnceWith(error)
})

describe.each([
  { what: 'is out of reach', answer: async () => Promise.reject(new TypeError('Failed to fetch')) },
  { what: 'is missing', answer: async () => new Response(null, { status: 404 }) },
])('a script that $what', ({ answer }) => {
  const fails = () => {
    const document = new Response(`<script data-page="${PAGE.join(' ')}">`)
    let isThere = false
    const fetchFile = async (file: string) =>
      file === PATH ? document.clone() : isThere ? new Response() : answer()
    return { ...visit({ fetchFile }), appear: () => (isThere = true) }
  }

  test('is no error of the page, and is requested again at a press', async () => {
    const { reach, act, appear, imported, reported } = fails()
    await reach(...whenIdle)
    appear()
    await reach(...whenIdle)
    expect(imported).not.toHaveBeenCalled()
    await act('click', '#plain')
    expect(imported).toHaveBeenCalledTimes(3)
    expect(page.start.mock.lastCall?.[1]).toMatchObject({ pressed: { size: 1 } })
    expect(reported).not.toHaveBeenCalled()
  })

  test('is not requested again for each move of a mouse', async () => {
    const { reach, act, fetched } = fails()
    await reach(...whenIdle)
    const { length } = fetched.mock.calls
    await act('pointermove', 'main', { pointerType: 'mouse', movementX: 1, movementY: 0 })
    expect(fetched.mock.calls).toHaveLength(length)
  })

  test('leaves nothing busy that is pressed', async () => {
    const { act, element } = fails()
    for (let press = 0; press < 2; press++) {
      await act('click', '#plain')
      expect(element('#plain').ariaBusy).toBeNull()
    }
  })
})

describe('a person who begins to use the page', () => {
  const mouse = { pointerType: 'mouse' }
  const touch = { pointerType: 'touch' }
  const moved = { ...mouse, movementX: 1, movementY: 0 }

  test.each([
    { what: 'a mouse that presses a button', type: 'pointerdown', selector: '#plain b', more: mouse },
    { what: 'a mouse that presses a field', type: 'pointerdown', selector: '#name', more: mouse },
    { what: 'a tap on a button', type: 'click', selector: '#plain' },
    { what: 'a tap on the button of the menu', type: 'click', selector: '#menu' },
    { what: 'a tap on a summary', type: 'click', selector: 'summary' },
    { what: 'a tap on a part with data-hydrate', type: 'click', selector: '#slides p' },
    { what: 'a tap on a link with data-hydrate', type: 'click', selector: '#cart' },
    { what: 'Tab', type: 'keydown', selector: 'body', more: { key: 'Tab' } },
    { what: 'Enter', type: 'keydown', selector: '#plain', more: { key: 'Enter' } },
    { what: 'what is typed', type: 'input', selector: '#first' },
    { what: 'what is typed in the header', type: 'input', selector: '#search' },
    { what: 'what is chosen', type: 'input', selector: '#language' },
  ])('loads the script at once, with Save-Data, too: $what', async ({ type, selector, more }) => {
    const { act, preloaded, imported } = visit({ hydrate: 'interaction', saveData: true })
    await act(type, selector, more)
    expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
    expect(imported).toHaveBeenCalledTimes(3)
  })

  test.each([
    { what: 'focus that a field is given', type: 'focusin', selector: '#name' },
    { what: 'a mouse that moves', type: 'pointermove', selector: 'main', more: moved },
  ])('loads it once the page has loaded, and not before: $what', async ({ type, selector, more }) => {
    const { act, reach, preloaded } = visit({ hydrate: 'interaction' })
    await act(type, selector, more)
    expect(preloaded).toEqual([])
    await reach('pageshow')
    await act(type, selector, more)
    expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
  })

  test.each<{ what: string; type: string; selector: string; more?: object; browser?: Browser }>([
    { what: 'a finger that begins to scroll', type: 'pointerdown', selector: '#plain', more: touch },
    { what: 'a finger that moves', type: 'pointermove', selector: 'main', more: { ...moved, ...touch } },
    { what: 'a mouse that rests', type: 'pointermove', selector: 'main', more: { ...moved, movementX: 0 } },
    {
      what: 'a mouse on a slow line',
      type: 'pointermove',
      selector: 'main',
      more: moved,
      browser: { effectiveType: '3g' },
    },
    {
      what: 'a mouse with Save-Data',
      type: 'pointermove',
      selector: 'main',
      more: moved,
      browser: { saveData: true },
    },
    { what: 'a mouse that presses a link', type: 'pointerdown', selector: 'main a', more: mouse },
    { what: 'a mouse that presses words', type: 'pointerdown', selector: 'main p', more: mouse },
    { what: 'a tap on a link', type: 'click', selector: 'main a' },
    { what: 'a tap on a link in a part with data-hydrate', type: 'click', selector: '#slides a' },
    { what: 'a tap on words', type: 'click', selector: 'main p' },
    { what: 'Enter on a link', type: 'keydown', selector: 'main a', more: { key: 'Enter' } },
    { what: 'a key that scrolls', type: 'keydown', selector: 'body', more: { key: 'PageDown' } },
    { what: 'a wheel', type: 'wheel', selector: 'main' },
    { what: 'a scroll', type: 'scroll', selector: 'main' },
    { what: 'autofocus', type: 'focusin', selector: '#first' },
    { what: 'focus on a link', type: 'focusin', selector: 'main a' },
  ])('does not by $what', async ({ type, selector, more, browser }) => {
    const { act, reach, preloaded } = visit({ hydrate: 'interaction', ...browser })
    await reach('pageshow')
    await act(type, selector, more)
    expect(preloaded).toEqual([])
  })

  test('loads it once, and not again when the browser is idle', async () => {
    const { act, reach, timers, imported } = visit()
    await act('pointerdown', '#name', mouse)
    await act('click', '#name')
    await act('input', '#name')
    await reach(...whenIdle)
    for (const [run] of timers) run()
    await reach()
    expect(imported).toHaveBeenCalledTimes(3)
  })
})

describe('a press before the script has come is handed to the page', () => {
  /** The ids of what the page is started with after presses on these elements, and of what is busy meanwhile. */
  async function handedOver(...selectors: string[]) {
    const { act, reach, element } = visit()
    for (const selector of selectors) await act('click', selector)
    const busy = [...element('body').querySelectorAll('[aria-busy=true]')].map(({ id }) => id)
    await reach(...whenIdle)
    const { pressed }: { pressed: Set<Element> } = page.start.mock.lastCall?.[1] ?? expect.fail()
    return { pressed: Array.from(pressed, ({ id }) => id), busy }
  }

  test.each([
    { what: 'a button', selector: '#plain', id: 'plain' },
    { what: 'what is in a button', selector: '#plain b', id: 'plain' },
    { what: 'a button outside of main', selector: '#switch', id: 'switch' },
    { what: 'a button without a type, and without a form', selector: '#bare', id: 'bare' },
    { what: 'a plain button of a form', selector: '#inForm', id: 'inForm' },
    { what: 'an input that is a button', selector: '#old', id: 'old' },
    { what: 'a part with data-hydrate', selector: '#slides p', id: 'slides' },
  ])('on $what, which is busy until then', async ({ selector, id }) => {
    expect(await handedOver(selector)).toEqual({ pressed: [id], busy: [id] })
  })

  test('on several, each once, in the order of their last presses', async () => {
    const { pressed } = await handedOver('#plain', '#inForm', '#inForm', '#plain')
    expect(pressed).toEqual(['inForm', 'plain'])
  })

  test.each([
    { what: 'a submit button, which the browser answers', selector: '#submit' },
    { what: 'a reset button', selector: '#reset' },
    { what: 'a link', selector: 'main a' },
    { what: 'a link in a part with data-hydrate', selector: '#slides a' },
    { what: 'a summary', selector: 'summary' },
    { what: 'a field', selector: '#name' },
    { what: 'words', selector: 'main p' },
    { what: 'the button of a popover', selector: '#menu' },
  ])('but not one on $what', async ({ selector }) => {
    expect(await handedOver(selector)).toEqual({ pressed: [], busy: [] })
  })

  test('and not one that another script has answered', async () => {
    const { act, reach, element } = visit()
    element('#switch').addEventListener('click', event => event.preventDefault())
    await act('click', '#switch')
    await reach(...whenIdle)
    expect(page.start.mock.lastCall?.[1]).toEqual({ pressed: new Set() })
  })

  test('and not when the page is hydrated', async () => {
    const { act, reach, element } = visit()
    await reach(...whenIdle)
    element('html').dataset.hydrated = ''
    await act('click', '#plain')
    expect(page.start.mock.lastCall?.[1]).toEqual({ pressed: new Set() })
    expect(element('#plain').ariaBusy).toBeNull()
  })
})
