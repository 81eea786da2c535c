import { expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { open, today } from './support/open-page.ts'

test('a drawing moves once, when it is seen, and only where motion is welcome', needsPackaged(), async () => {
  const viewport = { width: 390, height: 300 }
  const page = await open(today('fixture', '/'), { viewport, reducedMotion: 'no-preference' })
  const drawing = page.locator('.hero .drawing')
  const motion = () =>
    drawing
      .locator('.cart')
      .first()
      .evaluate(cart => {
        const { animationName, animationIterationCount } = getComputedStyle(cart)
        return [animationName, animationIterationCount]
      })
  expect(await motion()).toEqual(['none', '1'])
  await drawing.scrollIntoViewIfNeeded()
  await page.locator('.seen').waitFor()
  expect(await motion()).toEqual(['arrive', '1'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await motion()).toEqual(['none', '1'])
})
