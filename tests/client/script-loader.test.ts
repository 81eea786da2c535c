// @vitest-environment node
// The inline script that loads the others: when it requests them, in which order, and what it hands over.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { JSDOM } from 'jsdom'
import { describe, expect, test, vi } from 'vitest'

const SCRIPTS = ['/assets/react.js', '/assets/common.js']
const PAGE = ['/assets/about.js', '/assets/prose.js']

/** The loader as the build puts it into a page. A test takes the place of import(). */
const source = readFileSync(join(import.meta.dirname, '../../client/script-loader.ts'), 'utf8')
const define = { SCRIPTS: JSON.stringify(SCRIPTS) }
const { code } = await transform(source, { loader: 'ts', format: 'iife', define })
const loader = code.replaceAll('import(', 'importFile(')

type Step = 'load' | 'frame' | 'idle'
const whenIdle = ['load', 'frame', 'frame', 'idle'] as const

/** Runs the loader in a browser that takes its next steps when the test says so. */
function visit({ saveData = false, isSafari = false, importFile = succeed } = {}) {
  const waiting: Record<Step, (() => void)[]> = { load: [], frame: [], idle: [] }
  const timers: [run: () => void, wait: number][] = []
  const preloaded: string[] = []
  const links: Partial<HTMLLinkElement>[] = []
  const imported = vi.fn(importFile)
  const reported = vi.fn()
  const requestIdleCallback = (listener: () => void) => waiting.idle.push(listener)
  const { window: dom } = new JSDOM(html)
  const isStep = (type: string): type is Step => type in waiting
  const globals = {
    window: isSafari ? {} : { requestIdleCallback },
    navigator: isSafari ? {} : { connection: { saveData } },
    document: {
      currentScript: { dataset: attributes },
      head: {
        append: (link: HTMLLinkElement) => {
          preloaded.push(link.href)
          links.push(link)
        },
      },
      createElement: (tagName: string) => ({ tagName }),
      documentElement: dom.document.documentElement,
    },
    Element: dom.Element,
    addEventListener: (type: string, listener: () => void, options?: AddEventListenerOptions) =>
      isStep(type) ? waiting[type].push(listener) : dom.addEventListener(type, listener, options),
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
  /** Lets the visitor do something to an element. */
  const act = (type: string, selector: string) => {
    element(selector).dispatchEvent(new dom.Event(type, { bubbles: true, cancelable: true }))
    return reach()
  }
  return { reach, act, element, timers, preloaded, links, imported, reported }
}

const html = `
<header>
  <a href="/">Home</a><button type="button" id="menu">Menu</button>
  <form><input id="search"><select id="language"><option>en</select><textarea id="note"></textarea><button id="seek">Seek</button></form>
</header>
<main>
  <p>Words</p>
  <input id="name">
  <button type="button" id="plain"><b>Fewer</b></button>
  <button id="bare">Bare</button>
  <form>
    <button type="button" id="inForm">Add</button><button id="submit">Send</button>
    <button type="reset" id="reset">Reset</button><a href="/about">About</a>
  </form>
</main>`

const attributes = { page: PAGE.join(' '), version: 'a-version', lang: 'fr' }
const page = { start: vi.fn(), default: () => null }
const succeed = async (file: string): Promise<unknown> => (file === PAGE[0] ? page : {})

test('the script is requested once the page has loaded, two frames later, when the browser is idle', async () => {
  const { reach, preloaded } = visit()
  await reach('load', 'frame', 'idle') // The first frame is not painted yet.
  expect(preloaded).toEqual([])
  await reach('frame')
  expect(preloaded).toEqual([])
  await reach('idle')
  expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
})

test('it is requested after a pause in Safari, which cannot say that it is idle', async () => {
  const { reach, preloaded, timers } = visit({ isSafari: true })
  await reach('load', 'frame', 'frame')
  expect(preloaded).toEqual([])
  const [pause] = timers.filter(([, wait]) => wait === 100)
  pause?.[0]()
  await reach()
  expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
})

test('its files are requested as modules, all at once', async () => {
  const { reach, links } = visit({ importFile: () => new Promise(() => {}) })
  await reach(...whenIdle)
  const requested = [...SCRIPTS, ...PAGE].map(href => ({ tagName: 'link', rel: 'modulepreload', href }))
  expect(links).toEqual(requested)
})

test('it is requested two seconds after the load event at the latest, and not again when the browser is idle', async () => {
  const { reach, timers, imported } = visit()
  expect(timers).toEqual([])
  await reach('load')
  expect(timers.map(([, wait]) => wait)).toEqual([2000])
  timers[0]?.[0]()
  await reach(...whenIdle)
  expect(imported).toHaveBeenCalledTimes(3)
})

test('it is never requested where the visitor saves data', async () => {
  const { reach, timers, preloaded } = visit({ saveData: true })
  await reach(...whenIdle)
  expect({ timers, preloaded }).toEqual({ timers: [], preloaded: [] })
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
  expect(page.start).toHaveBeenLastCalledWith(page.default, {}, attributes)
})

test('an error of the script reaches window.onerror', async () => {
  const error = new TypeError('undefined is not a function')
  const { reach, reported } = visit({ importFile: () => Promise.reject(error) })
  await reach(...whenIdle)
  expect(reported).toHaveBeenCalledExactlyOnceWith(error)
})

test.each([
  { browser: 'Chrome', message: 'Failed to fetch dynamically imported module: https://a.example/a.js' },
  { browser: 'Firefox', message: 'error loading dynamically imported module: https://a.example/a.js' },
  { browser: 'Safari', message: 'Importing a module script failed.' },
])('a script that is out of reach is no error of the page: in $browser "$message"', async ({ message }) => {
  const { reach, reported } = visit({ importFile: () => Promise.reject(new TypeError(message)) })
  await reach(...whenIdle)
  expect(reported).not.toHaveBeenCalled()
})

describe('the first touch of the page', () => {
  test.each([
    { what: 'a pointerdown on its words', type: 'pointerdown', selector: 'main p' },
    { what: 'a keydown in a field', type: 'keydown', selector: '#name' },
    { what: 'an input, as of a voice', type: 'input', selector: '#name' },
    { what: 'a pointerdown on what is in a button', type: 'pointerdown', selector: '#plain b' },
    { what: 'an input in a field of the header', type: 'input', selector: '#search' },
    { what: 'a keydown in a select of the header', type: 'keydown', selector: '#language' },
    { what: 'a pointerdown in a textarea of the header', type: 'pointerdown', selector: '#note' },
  ])('loads the script at once, with Save-Data, too: $what', async ({ type, selector }) => {
    const { act, preloaded, imported } = visit({ saveData: true })
    await act(type, selector)
    expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
    expect(imported).toHaveBeenCalledTimes(3)
  })

  test('loads it once, and not again when the browser is idle', async () => {
    const { act, reach, timers, imported } = visit()
    await act('pointerdown', '#name')
    await act('keydown', '#name')
    await act('input', '#name')
    await reach(...whenIdle)
    for (const [run] of timers) run()
    await reach()
    expect(imported).toHaveBeenCalledTimes(3)
  })

  test.each(['pointerdown', 'keydown', 'input'])(
    'loads it where the same event in the header came before, too: %s',
    async type => {
      const { act, preloaded } = visit({ saveData: true })
      await act(type, '#menu')
      await act(type, '#name')
      expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
    },
  )

  test.each(['#menu', '#seek', 'header a', 'header form', 'body'])(
    'loads nothing outside of main and of fields, as at %s',
    async selector => {
      const { act, preloaded } = visit()
      for (const type of ['pointerdown', 'keydown', 'input', 'click']) await act(type, selector)
      expect(preloaded).toEqual([])
    },
  )
})

describe('a click before the script has come is handed to the page', () => {
  /** What the page is started with after clicks on these elements. */
  async function handedOver(...selectors: string[]): Promise<HTMLElement | undefined> {
    const { act, reach } = visit()
    for (const selector of selectors) await act('click', selector)
    await reach(...whenIdle)
    return page.start.mock.lastCall?.[1].clicked
  }

  test.each([
    { what: 'a button', selector: '#plain', id: 'plain' },
    { what: 'what is in a button', selector: '#plain b', id: 'plain' },
    { what: 'a button without a type, and without a form', selector: '#bare', id: 'bare' },
    { what: 'a plain button of a form', selector: '#inForm', id: 'inForm' },
  ])('on $what', async ({ selector, id }) => {
    expect((await handedOver(selector))?.id).toBe(id)
  })

  test('on the last of two buttons', async () => {
    expect((await handedOver('#plain', '#inForm'))?.id).toBe('inForm')
  })

  test.each([
    { what: 'a submit button, which the browser answers', selector: '#submit' },
    { what: 'a reset button', selector: '#reset' },
    { what: 'a link', selector: 'main a' },
    { what: 'words', selector: 'main p' },
    { what: 'a button outside of main', selector: '#menu' },
  ])('but not one on $what', async ({ selector }) => {
    expect(await handedOver(selector)).toBeUndefined()
  })

  test('and not when the page is hydrated', async () => {
    const { act, reach, element } = visit()
    await reach(...whenIdle)
    element('html').dataset.hydrated = ''
    await act('click', '#plain')
    expect(page.start.mock.lastCall?.[1].clicked).toBeUndefined()
  })
})
