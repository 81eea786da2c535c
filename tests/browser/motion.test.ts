// Nothing moves for visitors who prefer reduced motion.
import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { open, today } from './support/open-page.ts'

describe('the drawing of the hero', needsPackaged(), () => {
  const low = { width: 390, height: 300 }
  /** The iterations of each animation of a drawing, running or delayed. */
  const repeats = (drawing: Locator) =>
    drawing.evaluate(svg =>
      svg.getAnimations({ subtree: true }).map(({ effect }) => effect?.getTiming().iterations),
    )

  test('has no animation with reduced motion, even when scrolled into view', async () => {
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
  ] as const)('follows the motion preference when it opens: %o', async ({ reducedMotion, isMoving }) => {
    const page = await open(today(site, '/'), { reducedMotion })
    expect(await page.evaluate(opensInMotion)).toBe(isMoving)
  })
})

describe.each([today('own', '/'), today('fixture', '/'), today('fixture', '/musterseite')])(
  '$path of the $site site',
  needsPackaged(),
  look => {
    test('has no animations or transitions with reduced motion', async () => {
      const page = await open(look, { reducedMotion: 'reduce' })
      expect(await page.evaluate(inMotion)).toEqual([])
    })
  },
)

// The functions below run in the page.

/** The elements and pseudo-elements with an animation or a transition. */
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

/** Whether the menu is animated when it opens. Runs in one task, so no animation can end before. */
function opensInMotion() {
  document.querySelector<HTMLElement>('[popovertarget]')?.click()
  return document.querySelector('[popover]')!.getAnimations().length > 0
}
