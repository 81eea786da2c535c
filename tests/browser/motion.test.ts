// What moves on a page for those who want less motion: nothing.
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { open, today } from './support/open-page.ts'

describe('the drawing of the hero', needsPackaged(), () => {
  const low = { width: 390, height: 300 }
  /** What runs in a drawing, or will run after a delay: how often each animation repeats. */
  const repeats = (drawing: Locator) =>
    drawing.evaluate(svg =>
      svg.getAnimations({ subtree: true }).map(({ effect }) => effect?.getTiming().iterations),
    )

  test('stands still where less motion is wanted, when it is seen, too', async () => {
    const page = await open(today('fixture', '/'), { viewport: low, reducedMotion: 'reduce' })
    const drawing = page.locator('.hero .r-drawing')
    await drawing.scrollIntoViewIfNeeded()
    await page.locator('.seen').waitFor()
    expect(await repeats(drawing)).toEqual([])
  })
})

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
