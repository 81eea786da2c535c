import { expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { open, today } from './support/open-page.ts'

test('a drawing moves once, when it is seen, and only where motion is welcome', needsPackaged(), async () => {
  const viewport = { width: 390, height: 300 }
  const page = await open(today('fixture', '/'), { viewport, reducedMotion: 'no-preference' })
  const drawing = page.locator('.hero .drawing')
  const motion = () =>
    drawing
      .locator('.step')
      .first()
      .evaluate(step => {
        const { animationName, animationIterationCount } = getComputedStyle(step)
        return [animationName, animationIterationCount]
      })
  expect(await motion()).toEqual(['none', '1'])
  await drawing.scrollIntoViewIfNeeded()
  await page.locator('.seen').waitFor()
  expect(await motion()).toEqual(['step', '1'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await motion()).toEqual(['none', '1'])
})
