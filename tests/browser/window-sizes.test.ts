// Pages fit into windows of every width, with larger text and from right to left, too.
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { launchPackaged } from './support/browser.ts'
import { needsPackaged } from './support/carried.ts'
import { desk, open, pages, servers, today } from './support/open-page.ts'
import { pixelsOf } from './support/pixels.ts'
import { inWindows, resizeText, sayInHeading, screens, sticksOut } from './support/windows.ts'

describe.each(pages)('$path of the $site site, in $name', needsPackaged(), look => {
  test('fits into windows of every width, with text of 200 %, too', async () => {
    const page = await open(look)
    // At a page zoom of 400 % a window of 1,280 px has 320.
    await inWindows(page, [240, 320, 390, 768, 1280, 2560], async size =>
      expect(await page.evaluate(sticksOut), size).toEqual([]),
    )
  })

  test('has words at least 24 px away from the line, in windows of every width', async () => {
    const page = await open(look)
    await inWindows(page, [240, 320, 390, 768, 1024, 1440, 2560], async size =>
      expect(await page.evaluate(nearLine, 24), size).toEqual([]),
    )
  })
})

describe('the home page of the fixture site', needsPackaged(), () => {
  test.each(screens)(
    'has a heading of which a line is higher than 6.5 % of the width, in a window of $width by $height',
    async viewport => {
      const page = await open(today('fixture', '/'), { viewport })
      await sayInHeading(page, 'Lager')
      const heading = await page.locator('h1').boundingBox()
      expect(heading?.height).toBeGreaterThan(viewport.width * 0.065)
    },
  )
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

  test('is as wide as --width of the tokens says, and so are its header and its footer', async () => {
    const page = await open(today('fixture', '/musterseite'), { viewport: desk })
    await page.evaluate(() => document.documentElement.style.setProperty('--width', '600px'))
    const widths = await page
      .locator(':is(.r-header-row, .r-main, .r-footer-row)')
      .evaluateAll(parts => parts.map(part => part.getBoundingClientRect().width))
    expect(widths).toEqual([600, 600, 600])
  })

  test('points its arrows to the right', async () => {
    const page = await openEverything()
    expect(await arrowOf(page)).toEqual({ at: 'right', headAt: 'right' })
  })

  test('points its arrows to the left where its words run from right to left', async () => {
    const page = await openEverything()
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    expect(await arrowOf(page)).toEqual({ at: 'left', headAt: 'left' })
  })

  test('fits where its words run from right to left', async () => {
    const page = await openEverything()
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    expect(await page.evaluate(sticksOut)).toEqual([])
  })
})

/** On which side of a link its arrow stands, and on which side of the arrow its head is: there it has more ink. */
async function arrowOf(page: Page) {
  const link = page.locator('.r-next')
  await link.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await link.boundingBox())!
  // Without its edges.
  const box = { x: x + 2, y: y + 2, width: Math.floor(width) - 4, height: Math.floor(height) - 4 }
  const { at: colourAt, ...picture } = await pixelsOf(page, { clip: box })
  /** For each column of pixels, how many of them are not paper. */
  const ink = Array.from({ length: picture.width }, (_, x) => {
    const column = Array.from({ length: picture.height }, (_, y) => colourAt(x, y))
    return column.filter(colour => colour !== colourAt(0, 0)).length
  })
  const start = ink.findIndex(count => count > 0)
  const end = ink.findLastIndex(count => count > 0)
  const at = sideWithMore(ink) === 'left' ? 'right' : 'left' // The words are on the other side.
  const arrow = at === 'left' ? ink.slice(start, start + ARROW) : ink.slice(end - ARROW, end)
  return { at, headAt: sideWithMore(arrow) }
}

/** How wide an arrow is, in pixels. */
const ARROW = 14

function sideWithMore(ink: readonly number[]) {
  const sum = (part: readonly number[]) => part.reduce((all, count) => all + count, 0)
  const middle = ink.length / 2
  return sum(ink.slice(0, middle)) > sum(ink.slice(middle)) ? 'left' : 'right'
}

test('an e-mail address of 40 letters is broken at its @ alone', needsPackaged(), async () => {
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

test('a button between paragraphs is as wide as its words ask for', needsPackaged(), async () => {
  const page = await open(today('fixture', '/why-react'), { viewport: desk })
  const button = await page.getByRole('button', { name: 'Nummer ziehen' }).boundingBox()
  const text = await page.locator('.r-prose-text').boundingBox()
  expect(button?.width).toBeLessThan((text?.width ?? 0) / 2)
})

test('a short page is as wide as a long one, where a scrollbar takes space', needsPackaged(), async () => {
  // Otherwise Playwright hides them.
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

// What follows runs in the page.

/** The words that are nearer to a line from edge to edge of the window than so many pixels. */
function nearLine(distance: number) {
  /** How far down each is: it stands behind the content of a part. */
  const lines = [...document.querySelectorAll('main, main *')].flatMap(part => {
    const behind = getComputedStyle(part, '::after')
    const [top = 0, width = 0, height = 0] = [behind.top, behind.width, behind.height].map(Number.parseFloat)
    const isLine = behind.content !== 'none' && width >= innerWidth && height < distance
    return isLine ? part.getBoundingClientRect().top + top + height : []
  })
  const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const near = []
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    if (!text.parentElement?.checkVisibility()) continue
    range.selectNodeContents(text)
    const rows = [...range.getClientRects()]
    if (lines.some(line => rows.some(({ top, bottom }) => top < line + distance && bottom > line - distance)))
      near.push(text.textContent)
  }
  return near
}
