// The light and dark colour schemes, more contrast, and forced colours.
import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { luminance } from '../support/contrast.ts'
import { needsPackaged } from './support/carried.ts'
import { open, phone, today } from './support/open-page.ts'
import { paleTexts, pixelsOf } from './support/pixels.ts'

describe.each(['own', 'fixture'] as const)('the home page of the %s site', needsPackaged(), site => {
  test('is light in the light scheme and dark in the dark one', async () => {
    const page = await open(today(site, '/'), { colorScheme: 'light' })
    const corner = async () => luminance((await pixelsOf(page)).at(0, phone.height - 1))
    const light = await corner()
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await corner()
    expect({ isLight: light > 0.5, isDark: dark < 0.1 }).toEqual({ isLight: true, isDark: true })
  })
})

describe('a page with everything', needsPackaged(), () => {
  const openEverything = (options: BrowserContextOptions) => open(today('fixture', '/musterseite'), options)

  test.each<BrowserContextOptions>([
    { contrast: 'more', colorScheme: 'light' },
    { contrast: 'more', colorScheme: 'dark' },
    { forcedColors: 'active', colorScheme: 'light' },
    { forcedColors: 'active', colorScheme: 'dark' },
  ])('has no pale text, %o', async options => {
    expect(await paleTexts(await openEverything(options))).toEqual([])
  })

  test('shows every button with an edge in forced colours', async () => {
    const page = await openEverything({ forcedColors: 'active' })
    const { coloursIn } = await pixelsOf(page, { fullPage: true })
    const buttons = await page.locator('main :is(.r-button, button):visible').evaluateAll(boxesOf)
    // The pixels around the left edge, which may be dashed.
    const without = buttons.filter(
      ({ x, y, height }) => coloursIn({ x: x - 4, y, width: 8, height }).size < 2,
    )
    expect(buttons).toHaveLength(7)
    expect(without).toEqual([])
  })
})

// The function below runs in the page.

/** The boxes of elements on the page, with their texts. */
function boxesOf(elements: Element[]) {
  return elements.map(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { words: element.textContent, x, y: y + scrollY, width, height }
  })
}
