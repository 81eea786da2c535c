// The colours of the light and the dark scheme, around the page too, and forced colours.
import type { BrowserContextOptions } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { luminance } from '../support/contrast.ts'
import { needsPackaged } from './support/carried.ts'
import { open, phone, today } from './support/open-page.ts'
import { paleTexts, pixelsOf } from './support/pixels.ts'

describe.each(['own', 'fixture'] as const)('the home page of the %s site', needsPackaged(), site => {
  test.each(['light', 'dark'] as const)(
    'gives the browser around it the colour of its own edges, %s',
    async colorScheme => {
      const page = await open(today(site, '/'), { colorScheme })
      const around = await page.evaluate(themeColor)
      const { at } = await pixelsOf(page)
      const edges = { top: at(0, 0), bottom: at(0, phone.height - 1) }
      expect(edges).toEqual({ top: around, bottom: around })
    },
  )

  test('is light on light screens and dark on dark ones', async () => {
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
  ])('has no words that can hardly be seen, %o', async options => {
    expect(await paleTexts(await openEverything(options))).toEqual([])
  })

  test('shows every button with an edge in forced colours', async () => {
    const page = await openEverything({ forcedColors: 'active' })
    const { coloursIn } = await pixelsOf(page, { fullPage: true })
    const buttons = await page.locator('main :is(.r-button, button):visible').evaluateAll(boxesOf)
    // Around the left edge, which may be dashed.
    const without = buttons.filter(
      ({ x, y, height }) => coloursIn({ x: x - 4, y, width: 8, height }).size < 2,
    )
    expect(buttons).toHaveLength(7)
    expect(without).toEqual([])
  })

  test('shows how far a progress bar is in forced colours', async () => {
    const page = await openEverything({ forcedColors: 'active' })
    const [bar] = await page.locator('progress').evaluateAll(boxesOf)
    const { at } = await pixelsOf(page, { fullPage: true })
    const { x, y, width, height } = bar!
    const colourAt = (part: number) => at(Math.round(x + part * width), Math.round(y + height / 2))
    expect(colourAt(0.1)).not.toBe(colourAt(0.9)) // It is at 65 of 100.
  })

  test('shows the sign of the menu button in forced colours', async () => {
    const page = await openEverything({ forcedColors: 'active' })
    const [box] = await page.locator('.r-menu-button').evaluateAll(boxesOf)
    const { coloursIn } = await pixelsOf(page)
    expect(coloursIn(box!).size).toBeGreaterThan(1)
  })
})

// What follows runs in the page.

/** The colour for the window's edge, as #rrggbb. */
function themeColor() {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
  const meta = metas.find(({ media }) => matchMedia(media).matches)
  const context = document.createElement('canvas').getContext('2d')
  if (!meta || !context) return undefined
  context.fillStyle = meta.content
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map(value => value.toString(16).padStart(2, '0')).join('')}`
}

/** Where elements are on the page, with the words that name them. */
function boxesOf(elements: Element[]) {
  return elements.map(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { words: element.textContent, x, y: y + scrollY, width, height }
  })
}
