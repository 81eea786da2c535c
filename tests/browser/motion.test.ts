// What moves on a page, when, for whom not, and at what cost: the drawings, and the menu.
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { type Look, ofAcme, open, today } from './support/open-page.ts'

describe('the drawing of the hero', needsPackaged(), () => {
  const low = { width: 390, height: 300 }
  /** What runs in a drawing, or will run after a delay: how often each animation repeats. */
  const repeats = (drawing: Locator) =>
    drawing.evaluate(svg =>
      svg.getAnimations({ subtree: true }).map(({ effect }) => effect?.getTiming().iterations),
    )

  test('stands still before it is seen', async () => {
    const page = await open(today('fixture', '/'), { viewport: low, reducedMotion: 'no-preference' })
    expect(await repeats(page.locator('.hero .r-drawing'))).toEqual([])
  })

  test('moves once when it is seen', async () => {
    const page = await open(today('fixture', '/'), { viewport: low, reducedMotion: 'no-preference' })
    const drawing = page.locator('.hero .r-drawing')
    await drawing.scrollIntoViewIfNeeded()
    await expect.poll(async () => new Set(await repeats(drawing))).toEqual(new Set([1]))
  })

  test('stands still where less motion is wanted, when it is seen, too', async () => {
    const page = await open(today('fixture', '/'), { viewport: low, reducedMotion: 'reduce' })
    const drawing = page.locator('.hero .r-drawing')
    await drawing.scrollIntoViewIfNeeded()
    await page.locator('.seen').waitFor()
    expect(await repeats(drawing)).toEqual([])
  })
})

describe.each([
  { site: 'own', options: { ...needsPackaged(), ...ofAcme } },
  { site: 'fixture', options: needsPackaged() },
] as const)('the home page of the $site site', ({ site, options }) => {
  test('is not laid out again while the drawing of the hero moves', options, async () => {
    const { page, drawing } = await openInMotion(site)
    expect(await layoutsDuring(page, () => drawing.evaluate(endOfMovement))).toBeLessThan(FEW)
  })
})

const options = { ...needsPackaged(), ...ofAcme }
test('the home page of the own site is not laid out again while its lines are drawn', options, async () => {
  const { page, drawing } = await openInMotion('own')
  await drawing.evaluate(skipMovement)
  expect(await layoutsDuring(page, () => page.evaluate(scrollThrough))).toBeLessThan(FEW)
})

/** Opens a home page, and resolves when the drawing of its hero begins to move. */
async function openInMotion(site: Look['site']) {
  const page = await open(today(site, '/'), { reducedMotion: 'no-preference' })
  const drawing = page.locator('.hero .r-drawing')
  await drawing.scrollIntoViewIfNeeded()
  await page.locator('.hero .seen').waitFor()
  return { page, drawing }
}

/** In layouts. Where a movement is not left to the compositor there is one in each of its frames: 360 in six seconds. */
const FEW = 20

/** How often a browser lays a page out: https://chromedevtools.github.io/devtools-protocol/tot/Performance/ */
async function layoutsDuring(page: Page, move: () => Promise<void>) {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Performance.enable')
  const layouts = async () => {
    const { metrics } = await protocol.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutCount')!.value
  }
  const before = await layouts()
  await move()
  return (await layouts()) - before
}

describe.each(['own', 'fixture'] as const)('the menu of the %s site', needsPackaged(), site => {
  test.each([
    { reducedMotion: 'no-preference', isMoving: true },
    { reducedMotion: 'reduce', isMoving: false },
  ] as const)('comes as the visitor wants it: %o', async ({ reducedMotion, isMoving }) => {
    const page = await open(today(site, '/'), { reducedMotion })
    expect(await page.evaluate(opensInMotion)).toBe(isMoving)
  })
})

describe.each([today('own', '/'), today('fixture', '/'), today('fixture', '/musterseite')])(
  '$path of the $site site',
  needsPackaged(),
  look => {
    test('moves and fades nothing for those who want less motion', async () => {
      const page = await open(look, { reducedMotion: 'reduce' })
      expect(await page.evaluate(inMotion)).toEqual([])
    })
  },
)

// What follows runs in the page.

/** What would move or fade, now or when something changes: an element, or what the style adds to it. */
function inMotion() {
  const parts = ['', '::before', '::after', '::backdrop']
  return [...document.querySelectorAll('*')].flatMap(element =>
    parts
      .filter(part => {
        const { animationName, transitionDuration } = getComputedStyle(element, part)
        return !/^(none)?$/.test(animationName) || /[1-9]/.test(transitionDuration)
      })
      .map(part => element.outerHTML.slice(0, 80) + part),
  )
}

/** Whether the menu moves when it opens. In one task, in which no animation can end. */
function opensInMotion() {
  document.querySelector<HTMLElement>('[popovertarget]')?.click()
  return document.querySelector('[popover]')!.getAnimations().length > 0
}

/** Resolves when nothing in a drawing moves. Asks for no frame: in each one a browser lays out what moves in an SVG. */
async function endOfMovement(drawing: Element) {
  await Promise.all(drawing.getAnimations({ subtree: true }).map(({ finished }) => finished))
}

function skipMovement(drawing: Element) {
  for (const movement of drawing.getAnimations({ subtree: true })) movement.finish()
}

/** Scrolls through the page, from top to bottom in sixty frames. */
async function scrollThrough() {
  const height = document.documentElement.scrollHeight
  for (let frame = 0; frame < 60; frame++) {
    scrollBy({ top: height / 60, behavior: 'instant' })
    await new Promise(requestAnimationFrame)
  }
}
