import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browsers } from '../scripts/build/browsers.ts'
import { company } from '../shared/company.ts'
import { barriers } from './support/axe.ts'
import { complaints, hydrated, launchOldest } from './support/browser.ts'
import { listen, siteUnderTest } from './support/server.ts'
import { hydratedPaths, isOfBrowser, menu } from './support/table.ts'

// The oldest Chrome that the site is built for knows no popover, no nesting and no light-dark().
const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }

let browser: Browser
let server: Awaited<ReturnType<typeof listen>>
/** One page for all tests: what a test asks of it, the next one takes back. */
let page: Page
let heard: string[]
beforeAll(async () => {
  ;[browser, server] = await Promise.all([launchOldest(), siteUnderTest().then(listen)])
  page = await browser.newPage({ reducedMotion: 'reduce' })
  heard = complaints(page)
})
afterAll(() => Promise.all([browser?.close(), server?.close()]))

async function open(path: string, viewport = desk) {
  await page.setViewportSize(viewport)
  await page.goto(server.url + path)
  await hydrated(page)
  await page.evaluate(() => scrollTo(0, 0)) // A page that is loaded again stays where it was scrolled to.
}

test('is the version that the build is declared to support', () => {
  expect(browser.version().split('.')[0]).toBe(browsers.chrome)
})

describe.each(hydratedPaths)('%s', path => {
  test('hydrates without a word in the console', async () => {
    heard.splice(0)
    await open(path)
    // Chrome 109 announces each popover attribute, and reports the status of the page that there is not.
    const expected = /^error: (Found a 'popover' attribute|.*status of 404)/
    expect(heard.filter(message => !expected.test(message))).toEqual([])
  })

  describe.each([
    [phone, 'light'],
    [desk, 'dark'],
  ] as const)('$width px wide', (viewport, colorScheme) => {
    test(`is readable, ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme })
      await open(path, viewport)
      expect(await barriers(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    })

    test('shows the whole menu in the header, and nothing lies over a link or a button', async () => {
      await open(path, viewport)
      const targets = await visibleTargets()
      expect(targets.filter(({ covered }) => covered)).toEqual([])
      const inHeader = targets.filter(({ header }) => header).map(({ href }) => href)
      const whole = menu('header').map(({ path }) => path)
      if (viewport === phone) whole.push(company.members?.path ?? '/members')
      expect(inHeader).toEqual(expect.arrayContaining(whole))
    })

    test('leads the focus through everything in its order, and shows where it is', async () => {
      await open(path, viewport)
      const names = (await visibleTargets()).map(({ name }) => name)
      await page.reload() // Tab would start where the page was scrolled to.
      await page.keyboard.press('Tab')
      expect(await focus(), 'the skip link').toMatchObject({ seen: true, ring: true })
      const visited = []
      for (const _ of names) {
        await page.keyboard.press('Tab')
        visited.push(await focus())
      }
      expect(visited).toEqual(names.map(name => ({ name, seen: true, ring: true })))
    })
  })
})

test.each([phone, desk])('every link of the header leads to its page, $width px wide', async viewport => {
  await open('/', viewport)
  for (const { path, title } of menu('header').filter(isOfBrowser).reverse()) {
    await page.locator(`header a[href="${path}"]:visible`).last().click()
    await expect.poll(() => page.title()).toBe(title)
  }
})

/** The links, buttons and fields that a visitor sees, each with what a tap on its middle would meet instead of it. */
const visibleTargets = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a:not(.skip-link), button, input, select, textarea')]
      .filter(target => target.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
      .map(target => {
        target.scrollIntoView({ block: 'center', behavior: 'instant' })
        const [{ x, y, width, height } = new DOMRect()] = target.getClientRects()
        const met = document.elementFromPoint(x + width / 2, y + height / 2)
        return {
          name: target.textContent,
          href: target.getAttribute('href'),
          header: target.closest('header') !== null,
          covered: target.contains(met) ? '' : (met?.outerHTML.slice(0, 80) ?? 'it is outside the window'),
        }
      }),
  )

/** Where the focus is, whether a tap there would meet it, and whether a ring shows it. */
const focus = () =>
  page.evaluate(() => {
    const target = document.activeElement ?? document.body
    const [{ x, y, width, height } = new DOMRect()] = target.getClientRects()
    const { outlineStyle, outlineWidth } = getComputedStyle(target)
    return {
      name: target.textContent,
      seen: target.contains(document.elementFromPoint(x + width / 2, y + height / 2)),
      ring: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    }
  })
