// @vitest-environment node
// What the script at the top of a page keeps of a visitor's presses, until the others have come.
import { describe, expect, test } from 'vitest'
import { createVisit, PAGE, SCRIPTS, whenIdle } from '../../../tests/support/script-loader.ts'

const visit = await createVisit(`
  import { earlyInput } from '../../features/early-input/client/at-start.ts'
  export const startFeatures = [earlyInput]`)

describe('a press before the script has come is repeated', () => {
  const pressedIn = ({ earlyPresses }: Partial<Window>) => Array.from(earlyPresses ?? [], ({ id }) => id)

  /** The ids of what is kept of presses on these elements, and of what is busy meanwhile. */
  async function kept(...selectors: string[]) {
    const { act, element, window } = visit()
    for (const selector of selectors) await act('click', selector)
    const busy = [...element('body').querySelectorAll('[aria-busy=true]')].map(({ id }) => id)
    return { pressed: pressedIn(window), busy }
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
    expect(await kept(selector)).toEqual({ pressed: [id], busy: [id] })
  })

  test('on several, each once, in the order of their last presses', async () => {
    const { pressed } = await kept('#plain', '#inForm', '#inForm', '#plain')
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
    expect(await kept(selector)).toEqual({ pressed: [], busy: [] })
  })

  test('and not one that another script has answered', async () => {
    const { act, element, window } = visit()
    element('#switch').addEventListener('click', event => event.preventDefault())
    await act('click', '#switch')
    expect(pressedIn(window)).toEqual([])
  })

  test('and not when the page is hydrated', async () => {
    const { act, element, window } = visit()
    element('html').dataset.hydrated = ''
    await act('click', '#plain')
    expect({ pressed: pressedIn(window), busy: element('#plain').ariaBusy }).toEqual({
      pressed: [],
      busy: null,
    })
  })

  test('and is no longer busy where the script is out of reach', async () => {
    const importFile = () => Promise.reject(new TypeError('Importing a module script failed.'))
    const { act, element } = visit({ importFile })
    for (let press = 0; press < 2; press++) {
      await act('click', '#plain')
      expect(element('#plain').ariaBusy).toBeNull()
    }
  })
})

test('a page in which somebody had typed before its document was reloaded gets its script, also where the visitor saves data', async () => {
  const { reach, preloaded } = visit({ hydrate: 'interaction', saveData: true, state: { typed: [] } })
  await reach(...whenIdle)
  expect(preloaded).toEqual([...SCRIPTS, ...PAGE])
})
