import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { open, phone, today } from './support/open-page.ts'
import { luminance, pixelsOf } from './support/pixels.ts'

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

describe('a page with everything, in forced colours', needsPackaged(), () => {
  const openEverything = () => open(today('fixture', '/musterseite'), { forcedColors: 'active' })

  test('shows every button with an edge', async () => {
    const page = await openEverything()
    const buttons = page.locator('main :is(.button, button):visible')
    const withoutEdge: string[] = []
    for (const button of await buttons.all()) {
      const { rows } = await pixelsOf(page, await around(button))
      const left = rows.flatMap(row => row.slice(0, 2 * MARGIN)) // It may be dashed.
      if (new Set(left).size < 2) withoutEdge.push(await button.innerText())
    }
    expect(await buttons.count()).toBe(7)
    expect(withoutEdge).toEqual([])
  })

  test('shows what stands on every button', async () => {
    const page = await openEverything()
    const buttons = page.locator(':is(main button, main .button, .menu-button):visible')
    const empty: string[] = []
    for (const button of await buttons.all()) {
      const { rows } = await pixelsOf(page, await around(button))
      const inside = rows.slice(2 * MARGIN, -2 * MARGIN).map(row => row.slice(3 * MARGIN, -3 * MARGIN))
      if (new Set(inside.flat()).size < 2) empty.push(await button.evaluate(({ outerHTML }) => outerHTML))
    }
    expect(empty).toEqual([])
  })
})

/** In pixels. */
const MARGIN = 4

/** The box of a button that is scrolled into the window, and a margin around it. */
async function around(button: Locator) {
  await button.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await button.boundingBox())!
  return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN }
}

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
