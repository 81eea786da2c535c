// Pages fit into windows of every width, also with larger text and right-to-left.
import { describe, expect, onTestFinished, test } from 'vitest'
import { launchPackaged } from './support/browser.ts'
import { needsPackaged } from './support/carried.ts'
import { open, pages, servers, today } from './support/open-page.ts'
import { inWindows, resizeText, sticksOut } from './support/windows.ts'

describe.each(pages)('$path of the $site site, in $name', needsPackaged(), look => {
  test('fits into windows of every width, also with text of 200 %', async () => {
    const page = await open(look)
    // At a page zoom of 400 %, a window of 1,280 px has 320 px.
    await inWindows(page, [240, 320, 390, 768, 1280, 2560], async size =>
      expect(await page.evaluate(sticksOut), size).toEqual([]),
    )
  })
})

describe('a page with everything', needsPackaged(), () => {
  const openEverything = () => open(today('fixture', '/musterseite'))
  test('has headings that grow with the text', async () => {
    const page = await openEverything()
    const size = () =>
      page.locator('h1').evaluate(heading => Number.parseFloat(getComputedStyle(heading).fontSize))
    const before = await size()
    await page.evaluate(resizeText, 200)
    expect((await size()) / before).toBeGreaterThan(1.3)
  })

  test('fits when its direction is right-to-left', async () => {
    const page = await openEverything()
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    expect(await page.evaluate(sticksOut)).toEqual([])
  })
})

test('a long e-mail address only breaks at its @', needsPackaged(), async () => {
  const page = await open(today('fixture', '/kontakt'))
  const lines = () =>
    page.locator('.r-address span').evaluateAll(parts =>
      parts.map(part => {
        const text = document.createRange()
        text.selectNodeContents(part)
        return text.getClientRects().length
      }),
    )
  for (let width = 240; width <= 1920; width += 120) {
    await page.setViewportSize({ width, height: 800 })
    expect(await lines(), `${width} px`).toEqual([1, 1])
  }
})

test('a short page is as wide as a long one, even if scrollbars take up space', needsPackaged(), async () => {
  // Playwright hides scrollbars by default.
  const browser = await launchPackaged('@sparticuz/chromium', { ignoreDefaultArgs: ['--hide-scrollbars'] })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(servers.fixture.url)
  const inWindowOf = async (height: number) => {
    await page.setViewportSize({ width: 1280, height })
    return page.evaluate(() => {
      const { scrollHeight } = document.documentElement
      const { left, right } = document.body.getBoundingClientRect()
      return { isLong: scrollHeight > innerHeight, left, right }
    })
  }
  const long = await inWindowOf(400)
  expect(long).toEqual({ isLong: true, left: 0, right: expect.any(Number) })
  expect(long.right).toBeLessThan(1280)
  expect(await inWindowOf(8000)).toEqual({ ...long, isLong: false })
})
