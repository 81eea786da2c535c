// A page with hydrate: 'interaction' loads no script for a reader, and hydrates unnoticed at the first use, with a mouse, a
// finger or the keyboard, on a fast line and on a slow one of 400 kbit/s with a latency of 400 ms.
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { needsPackaged } from './support/carried.ts'
import { isScript, lines, onDesk, onPhone, open } from './support/first-use.ts'
import { ofAcme } from './support/open-page.ts'

/** Runs all timers, frames and idle callbacks of ten seconds, in a page with `page.clock`. */
const wait = (page: Page) => page.clock.runFor(10_000)
const withClock = (page: Page) => page.clock.install()

/** Scrolls by touch. Resolves when the page has moved. */
async function swipe(page: Page, { x, y }: { x: number; y: number }) {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', by: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: y - by }] })
  await touch('touchStart', 0)
  for (const by of [20, 80, 140, 200]) await touch('touchMove', by)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
}

const isHydrated = (page: Page) => page.locator('html[data-hydrated]').waitFor()
const copyButton = (page: Page) => page.locator('.r-copy')

describe('the own site', { ...needsPackaged(), ...ofAcme }, () => {
  test.each(['/', '/about', '/contact', '/privacy'])(
    'requests no script on a phone that opens %s and scrolls it',
    async path => {
      const { page, scripts } = await open(path, { ...onPhone, prepare: withClock })
      await wait(page)
      await swipe(page, { x: 195, y: 600 })
      await wait(page)
      expect(scripts()).toEqual([])
    },
  )

  test('requests no script for a finger that starts to scroll on a button', async () => {
    const { page, scripts } = await open('/contact', { ...onPhone, prepare: withClock })
    await copyButton(page).scrollIntoViewIfNeeded()
    const { x = 0, y = 0 } = (await copyButton(page).boundingBox()) ?? {}
    await swipe(page, { x: x + 5, y: y + 5 })
    await wait(page)
    expect(scripts()).toEqual([])
  })

  test('requests no script for a mouse wheel, for keys that scroll, or for a still mouse', async () => {
    const { page, scripts } = await open('/', {
      ...onDesk,
      prepare: async page => {
        await page.mouse.move(600, 400)
        await withClock(page)
      },
    })
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
    await page.keyboard.press('PageDown')
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300)
    await wait(page)
    expect(scripts()).toEqual([])
  })

  test('hydrates at the first mouse move, except on a slow line', async () => {
    for (const line of lines) {
      const { page, scripts } = await open('/', { ...onDesk, line })
      await page.mouse.move(300, 300)
      await page.mouse.move(310, 300)
      if (line === 'fast') await isHydrated(page)
      else expect(scripts()).toEqual([])
    }
  })

  test('hydrates the second page of a visit, which an early click opens as a document', async () => {
    const { page, requested } = await open('/', onPhone)
    await page.tap('main a[href="/about"]')
    await page.waitForURL('**/about')
    await isHydrated(page)
    const beforeTheSecond = requested.slice(0, requested.indexOf('/about'))
    expect(beforeTheSecond.filter(isScript)).toEqual([])
  })

  test.each(['by touch', 'by keyboard'])(
    'requests no script for a click on a link, %s, on a slow line',
    async how => {
      const { page, scripts } = await open('/', { ...onPhone, line: 'slow', prepare: withClock })
      const link = page.locator('main a[href="/about"]')
      if (how === 'by touch') await link.tap()
      else await link.press('Enter')
      await page.waitForURL('**/about')
      await wait(page)
      expect(scripts()).toEqual([])
    },
  )

  test.each(lines)('keeps a menu open that was opened before hydration, on a %s line', async line => {
    const { page, errors } = await open('/', { ...onPhone, line })
    await page.tap('.r-menu-button')
    await isHydrated(page)
    expect(await page.locator('.r-menu').isVisible()).toBe(true)
    await page.tap('.r-menu a[href="/privacy"]')
    await page.waitForURL('**/privacy')
    await expect.poll(() => page.locator('.r-menu').isVisible()).toBe(false)
    expect(errors).toEqual([])
  })

  test.each(lines)('keeps the position of Tab during hydration, on a %s line', async line => {
    const { page } = await open('/', { ...onDesk, line })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await isHydrated(page)
    expect(await focused()).toBe('/')
    await page.keyboard.press('Tab') // The link to the page itself, in the header.
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('/about')
  })
})
