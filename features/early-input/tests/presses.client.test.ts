// @vitest-environment node
// The inline script of a page records the visitor's presses until the other scripts have loaded.
import { describe, expect, test } from 'vitest'
import { createVisit, PAGE, SCRIPTS, whenIdle } from '../../../tests/support/script-loader.ts'

const visit = await createVisit(`
  import { earlyInput } from '../../features/early-input/client/at-start.ts'
  export const startFeatures = [earlyInput]`)

describe('a press before the script has loaded', () => {
  const pressedIn = ({ earlyPresses }: Partial<Window>) => Array.from(earlyPresses ?? [], ({ id }) => id)

  /** Presses these elements. Returns the ids of the recorded presses and of the busy elements. */
  async function kept(...selectors: string[]) {
    const { act, element, window } = visit()
    for (const selector of selectors) await act('click', selector)
    const busy = [...element('body').querySelectorAll('[aria-busy=true]')].map(({ id }) => id)
    return { pressed: pressedIn(window), busy }
  }

  test.each([
    { what: 'a button', selector: '#plain', id: 'plain' },
    { what: 'an element inside a button', selector: '#plain b', id: 'plain' },
    { what: 'a button outside of main', selector: '#switch', id: 'switch' },
    { what: 'a button without a type or a form', selector: '#bare', id: 'bare' },
    { what: 'a plain button of a form', selector: '#inForm', id: 'inForm' },
    { what: 'an input of type button', selector: '#old', id: 'old' },
    { what: 'a part with data-hydrate', selector: '#slides p', id: 'slides' },
  ])('is recorded on $what, which becomes busy', async ({ selector, id }) => {
    expect(await kept(selector)).toEqual({ pressed: [id], busy: [id] })
  })

  test('is recorded once per button, in the order of the last presses', async () => {
    const { pressed } = await kept('#plain', '#inForm', '#inForm', '#plain')
    expect(pressed).toEqual(['inForm', 'plain'])
  })

  test.each([
    { what: 'a submit button, which works without a script', selector: '#submit' },
    { what: 'a reset button', selector: '#reset' },
    { what: 'a link', selector: 'main a' },
    { what: 'a link in a part with data-hydrate', selector: '#slides a' },
    { what: 'a summary', selector: 'summary' },
    { what: 'a field', selector: '#name' },
    { what: 'text', selector: 'main p' },
    { what: 'a popover button', selector: '#menu' },
  ])('isn’t recorded on $what', async ({ selector }) => {
    expect(await kept(selector)).toEqual({ pressed: [], busy: [] })
  })

  test('isn’t recorded if another script has handled it', async () => {
    const { act, element, window } = visit()
    element('#switch').addEventListener('click', event => event.preventDefault())
    await act('click', '#switch')
    expect(pressedIn(window)).toEqual([])
  })

  test('isn’t recorded once the page is hydrated', async () => {
    const { act, element, window } = visit()
    element('html').dataset.hydrated = ''
    await act('click', '#plain')
    expect({ pressed: pressedIn(window), busy: element('#plain').ariaBusy }).toEqual({
      pressed: [],
      busy: null,
    })
  })

  test('leaves the button not busy if the script can’t be loaded', async () => {
    const importFile = () => Promise.reject(new TypeError('Importing a module script failed.'))
    const { act, element } = visit({ importFile })
    for (let press = 0; press < 2; press++) {
      await act('click', '#plain')
      expect(element('#plain').ariaBusy).toBeNull()
    }
  })
})

test('a page with text typed before a reload loads its script when idle, even in data-saving mode', async () => {
  const { reach, preloaded } = visit({ hydrate: 'interaction', saveData: true, state: { typed: [] } })
  await reach(...whenIdle)
  expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
})
