// @vitest-environment node
// The inline script that loads the others: when it requests them, in which order, and what it passes on.
import { describe, expect, test, vi } from 'vitest'
import type { StartFeature } from '../../extension-points.ts'
import {
  attributes,
  createVisit,
  PAGE,
  page,
  SCRIPTS,
  type SimulatedBrowser,
  succeed,
  whenIdle,
} from '../support/script-loader.ts'

const visit = await createVisit()

describe('without user input the script is requested', () => {
  test('two frames after the page is shown, when the browser is idle', async () => {
    const { reach, preloaded } = visit()
    await reach('pageshow', 'frame', 'idle') // The first frame hasn't been painted yet.
    expect(preloaded).toEqual([])
    await reach('frame')
    expect(preloaded).toEqual([])
    await reach('idle')
    expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
  })

  test('after a pause in Safari, which lacks requestIdleCallback', async () => {
    const { reach, preloaded, timers } = visit({ isSafari: true })
    await reach('pageshow', 'frame', 'frame')
    expect(preloaded).toEqual([])
    const [pause] = timers.filter(([, wait]) => wait === 100)
    pause?.[0]()
    await reach()
    expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
  })

  test('at most two seconds after the load event, and not again when the browser is idle', async () => {
    const { reach, timers, imported } = visit()
    expect(timers).toEqual([])
    await reach('pageshow')
    expect(timers.map(([, wait]) => wait)).toEqual([2000])
    timers[0]?.[0]()
    await reach(...whenIdle)
    expect(imported).toHaveBeenCalledTimes(3)
  })

  test('only when a prerendered page is activated', async () => {
    const { reach, activate, timers, preloaded } = visit({ isPrerendering: true })
    await reach(...whenIdle)
    for (const [run] of timers) run()
    expect(preloaded).toEqual([])
    await activate()
    expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
  })

  const idleVisit = async (browser: SimulatedBrowser) => {
    const { reach, timers, preloaded } = visit(browser)
    await reach(...whenIdle)
    for (const [run] of timers) run()
    return preloaded.length > 0
  }

  test.each<[string, SimulatedBrowser]>([
    ['if the visitor saves data', { saveData: true }],
    ['if the visitor saves data, even on a second page', { saveData: true, entries: [false, true] }],
    ["on the first page of a visit, with hydrate: 'interaction'", { hydrate: 'interaction' }],
    ['on the first page, after a link to a fragment', { hydrate: 'interaction', entries: [true, true] }],
    [
      'on a second page over a slow connection',
      { hydrate: 'interaction', entries: [false, true], effectiveType: '3g' },
    ],
    ['on a second page in Safari, which can’t tell', { hydrate: 'interaction', isSafari: true }],
  ])('never %s', async (_, browser) => {
    expect(await idleVisit(browser)).toBe(false)
  })

  test.each<[string, SimulatedBrowser]>([
    ['on the second page of a visit', { hydrate: 'interaction', entries: [false, true] }],
    ['on the first page after Back', { hydrate: 'interaction', entries: [true, false] }],
    ['over a slow connection, unless the page says otherwise', { effectiveType: '2g' }],
  ])('%s', async (_, browser) => {
    expect(await idleVisit(browser)).toBe(true)
  })
})

test('the loader preloads all its files as modules in parallel', async () => {
  const { reach, links } = visit({ importFile: () => new Promise(() => {}) })
  await reach(...whenIdle)
  const requested = [...SCRIPTS, ...PAGE].map(href => ({ tagName: 'link', rel: 'modulepreload', href }))
  expect(links).toEqual(requested)
})

test('the loader evaluates its files in order, and then hydrates the page', async () => {
  const first = Promise.withResolvers()
  const importFile = (file: string) => (file === SCRIPTS[0] ? first.promise : succeed(file))
  const { reach, imported } = visit({ importFile })
  await reach(...whenIdle)
  expect(imported.mock.calls.flat()).toEqual([SCRIPTS[0]])
  first.resolve({})
  await reach()
  expect(imported.mock.calls.flat()).toEqual([...SCRIPTS, PAGE[0]])
  expect(page.hydratePage).toHaveBeenLastCalledWith(page.default, attributes)
})

test('an error in the script is passed to reportError', async () => {
  const error = new TypeError('undefined is not a function')
  const { reach, reported } = visit({ importFile: () => Promise.reject(error) })
  await reach(...whenIdle)
  expect(reported).toHaveBeenCalledExactlyOnceWith(error)
})

test.each([
  { browser: 'Chrome', message: 'Failed to fetch dynamically imported module: https://a.example/a.js' },
  { browser: 'Firefox', message: 'error loading dynamically imported module: https://a.example/a.js' },
  { browser: 'Safari', message: 'Importing a module script failed.' },
])('an unreachable script isn’t reported as an error in $browser', async ({ message }) => {
  const { reach, reported } = visit({ importFile: () => Promise.reject(new TypeError(message)) })
  await reach(...whenIdle)
  expect(reported).not.toHaveBeenCalled()
})

describe('user input', () => {
  const mouse = { pointerType: 'mouse' }
  const touch = { pointerType: 'touch' }
  const moved = { ...mouse, movementX: 1, movementY: 0 }

  test.each([
    { what: 'a mouse press on a button', type: 'pointerdown', selector: '#plain b', more: mouse },
    { what: 'a mouse press on a field', type: 'pointerdown', selector: '#name', more: mouse },
    { what: 'a tap on a button', type: 'click', selector: '#plain' },
    { what: 'a tap on a summary', type: 'click', selector: 'summary' },
    { what: 'a tap inside an element with data-hydrate', type: 'click', selector: '#slides p' },
    { what: 'a tap on a link with data-hydrate', type: 'click', selector: '#cart' },
    { what: 'Tab', type: 'keydown', selector: 'body', more: { key: 'Tab' } },
    { what: 'Enter', type: 'keydown', selector: '#plain', more: { key: 'Enter' } },
    { what: 'typing', type: 'input', selector: '#first' },
    { what: 'a choice in a select', type: 'input', selector: '#language' },
  ])('loads the script immediately, even with Save-Data: $what', async ({ type, selector, more }) => {
    const { act, preloaded, imported } = visit({ hydrate: 'interaction', saveData: true })
    await act(type, selector, more)
    expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
    expect(imported).toHaveBeenCalledTimes(3)
  })

  test.each([
    { what: 'focus on a field', type: 'focusin', selector: '#name' },
    { what: 'a moving mouse', type: 'pointermove', selector: 'main', more: moved },
  ])('loads the script only after the page has loaded: $what', async ({ type, selector, more }) => {
    const { act, reach, preloaded } = visit({ hydrate: 'interaction' })
    await act(type, selector, more)
    expect(preloaded).toEqual([])
    await reach('pageshow')
    await act(type, selector, more)
    expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
  })

  test.each<{ what: string; type: string; selector: string; more?: object; browser?: SimulatedBrowser }>([
    { what: 'a finger that starts to scroll', type: 'pointerdown', selector: '#plain', more: touch },
    { what: 'a moving finger', type: 'pointermove', selector: 'main', more: { ...moved, ...touch } },
    { what: 'a mouse at rest', type: 'pointermove', selector: 'main', more: { ...moved, movementX: 0 } },
    {
      what: 'a moving mouse on a slow connection',
      type: 'pointermove',
      selector: 'main',
      more: moved,
      browser: { effectiveType: '3g' },
    },
    {
      what: 'a moving mouse with Save-Data',
      type: 'pointermove',
      selector: 'main',
      more: moved,
      browser: { saveData: true },
    },
    { what: 'a mouse press on a link', type: 'pointerdown', selector: 'main a', more: mouse },
    { what: 'a tap on a link', type: 'click', selector: 'main a' },
    { what: 'a tap on a link inside an element with data-hydrate', type: 'click', selector: '#slides a' },
    { what: 'a tap on text', type: 'click', selector: 'main p' },
    { what: 'Enter on a link', type: 'keydown', selector: 'main a', more: { key: 'Enter' } },
    { what: 'a turn of the wheel', type: 'wheel', selector: 'main' },
    { what: 'a scroll', type: 'scroll', selector: 'main' },
    { what: 'a key that scrolls', type: 'keydown', selector: 'body', more: { key: 'PageDown' } },
    { what: 'autofocus', type: 'focusin', selector: '#first' },
    { what: 'focus on a link', type: 'focusin', selector: 'main a' },
  ])('doesn’t load the script: $what', async ({ type, selector, more, browser }) => {
    const { act, reach, preloaded } = visit({ hydrate: 'interaction', ...browser })
    await reach('pageshow')
    await act(type, selector, more)
    expect(preloaded).toEqual([])
  })
})

describe('a feature', () => {
  /** A feature that records its arguments, and when it stops. */
  function recorded() {
    const stop = vi.fn()
    return { stop, feature: vi.fn<StartFeature>(() => stop) }
  }

  test('runs before anything is loaded, and can load the script', async () => {
    const { feature, stop } = recorded()
    const { reach, preloaded } = visit({ hydrate: 'interaction', features: [feature] })
    expect({ runs: feature.mock.calls.length, preloaded }).toEqual({ runs: 1, preloaded: [] })
    feature.mock.lastCall?.[0]()
    await reach()
    expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
    expect(stop).not.toHaveBeenCalled()
  })

  test.each([
    {
      what: 'is unreachable',
      importFile: () => Promise.reject(new TypeError('Importing a module script failed.')),
    },
    { what: 'leaves the page unhydrated', importFile: succeed },
  ])('stops if the script $what, and buttons that need the script are hidden', async ({ importFile }) => {
    const { feature, stop } = recorded()
    page.hydratePage.mockReturnValue(false)
    const { reach, element } = visit({ importFile, features: [feature] })
    expect(element('html').dataset).toHaveProperty('script')
    await reach(...whenIdle)
    expect(stop).toHaveBeenCalledOnce()
    expect(element('html').dataset).not.toHaveProperty('script') // shared/styles/prose.css.
  })
})
