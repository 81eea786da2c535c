// @vitest-environment node
// The inline script that loads the others: when it requests them, in which order, and what it hands over.
import { describe, expect, test, vi } from 'vitest'
import type { StartFeature } from '../../joints.ts'
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

  const idleVisit = async (browser: SimulatedBrowser) => {
    const { reach, timers, preloaded } = visit(browser)
    await reach(...whenIdle)
    for (const [run] of timers) run()
    return preloaded.length > 0
  }

  test.each<[string, SimulatedBrowser]>([
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

  test.each<[string, SimulatedBrowser]>([
    ['on the second page of a visit', { hydrate: 'interaction', entries: [false, true] }],
    ['on the first page, once Back has led there', { hydrate: 'interaction', entries: [true, false] }],
    ['on a page over a slow line, where it does not say otherwise', { effectiveType: '2g' }],
  ])('%s', async (_, browser) => {
    expect(await idleVisit(browser)).toBe(true)
  })
})

test('its files are requested as modules, all at once', async () => {
  const { reach, links } = visit({ importFile: () => new Promise(() => {}) })
  await reach(...whenIdle)
  const requested = [...SCRIPTS, ...PAGE].map(href => ({ tagName: 'link', rel: 'modulepreload', href }))
  expect(links).toEqual(requested)
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
  expect(page.hydratePage).toHaveBeenLastCalledWith(page.default, attributes)
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

  test.each<{ what: string; type: string; selector: string; more?: object; browser?: SimulatedBrowser }>([
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

describe('a feature', () => {
  /** A feature of which a test sees what it is given, and when it gives up. */
  function note() {
    const giveUp = vi.fn()
    return { giveUp, feature: vi.fn<StartFeature>(() => giveUp) }
  }

  test('runs before anything is loaded, and may load the script', async () => {
    const { feature, giveUp } = note()
    const { reach, preloaded } = visit({ hydrate: 'interaction', features: [feature] })
    expect({ runs: feature.mock.calls.length, preloaded }).toEqual({ runs: 1, preloaded: [] })
    feature.mock.lastCall?.[0]()
    await reach()
    expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
    expect(giveUp).not.toHaveBeenCalled()
  })

  test.each([
    {
      what: 'is out of reach',
      importFile: () => Promise.reject(new TypeError('Importing a module script failed.')),
    },
    { what: 'leaves the page as it is', importFile: succeed },
  ])('gives up where the script $what, and buttons that need it are hidden', async ({ importFile }) => {
    const { feature, giveUp } = note()
    page.hydratePage.mockReturnValue(false)
    const { reach, element } = visit({ importFile, features: [feature] })
    expect(element('html').dataset).toHaveProperty('script')
    await reach(...whenIdle)
    expect(giveUp).toHaveBeenCalledOnce()
    expect(element('html').dataset).not.toHaveProperty('script') // shared/styles/prose.css.
  })
})
