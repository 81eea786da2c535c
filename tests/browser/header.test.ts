// The geometry of the header: unbroken words, its links or the menu button, and that it covers no heading.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { documentedCode } from '../support/documented-code.ts'
import { needsPackaged } from './support/carried.ts'
import { desk, type Look, oldest, open, phone, sites, today } from './support/open-page.ts'
import { inWindows, sticksOut } from './support/windows.ts'

/** A site may have replaced our header. */
const isOurs = (site: Look['site']) =>
  readFileSync(join(sites[site].dist, 'index.html'), 'utf8').includes('<header class="r-header">')

const everyHeader = [
  { ...today('own', '/'), scripts: false },
  { ...today('fixture', '/'), scripts: true },
  { ...today('fixture', '/'), scripts: false },
  { ...oldest('fixture', '/'), scripts: false },
]
describe.each(everyHeader.filter(({ site }) => isOurs(site)))(
  'in windows of every width, in $name, scripts: $scripts,',
  needsPackaged(),
  look => {
    test(`the ${look.site} header breaks no word, hides no focus, and shows its links or the menu button`, async () => {
      const page = await open(look, { javaScriptEnabled: look.scripts })
      const all = sites[look.site].table.languages[0].menus.header.filter(each => 'path' in each).length
      const widths = [240, 320, 390, 480, 560, 640, 700, 768, 900, 1024, 1280, 1600, 1920, 2560]
      await inWindows(page, widths, async size => {
        const { broken, hiddenTargets, links, hasButton } = await page.evaluate(headerOf)
        const out = await page.evaluate(sticksOut)
        expect({ size, broken, hiddenTargets, out }).toEqual({ size, broken: [], hiddenTargets: [], out: [] })
        const isEither = hasButton ? links === 0 : links >= all // A site may add links.
        expect({ size, links, hasButton, isEither }).toMatchObject({ isEither: true })
      })
    })
  },
)

test(
  'the header shows a name of 40 characters unbroken, in windows of at least 320 px',
  needsPackaged(),
  async () => {
    const page = await open(today('fixture', '/'))
    await page.evaluate(nameCompany, 'Müllers & Söhne Warenwirtschaftslösungen')
    for (const width of [320, 390, 480, 640, 768, 900, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 2000 })
      const { broken, hiddenTargets } = await page.evaluate(headerOf)
      const out = await page.evaluate(sticksOut)
      expect({ width, broken, hiddenTargets, out }).toEqual({ width, broken: [], hiddenTargets: [], out: [] })
    }
  },
)

test(
  'the header fits the name on one line with a search of 12rem, in windows of at least 390 px',
  needsPackaged(),
  async () => {
    const page = await open(today('fixture', '/'))
    await page.evaluate(addSearch)
    for (const width of [390, 768, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const seen = await page.evaluate(nameAndSearch)
      const out = await page.evaluate(sticksOut)
      expect({ width, ...seen, out }).toEqual({ width, lines: 1, search: 192, isOverName: false, out: [] })
    }
  },
)

test('the documented style moves the breakpoint of the header to 64em', needsPackaged(), async () => {
  const page = await open(today('fixture', '/'), { bypassCSP: true })
  const documented = documentedCode('header-and-footer').find(({ file }) => file.endsWith('.css'))
  await page.addStyleTag({ content: documented?.code ?? '' })
  const shown = async (width: number) => {
    await page.setViewportSize({ width, height: 800 })
    const { links, hasButton } = await page.evaluate(headerOf)
    return { links: links > 0, hasButton, out: await page.evaluate(sticksOut) }
  }
  expect(await shown(1023)).toEqual({ links: false, hasButton: true, out: [] })
  await page.locator('.r-menu-button').click()
  expect(await page.locator('.r-menu').isVisible()).toBe(true)
  expect(await shown(1024)).toEqual({ links: true, hasButton: false, out: [] })
})

describe.each([
  { ...today('fixture', '/'), scripts: true },
  { ...today('fixture', '/'), scripts: false },
  { ...oldest('fixture', '/'), scripts: false },
])('a group of the header, in $name, scripts: $scripts,', needsPackaged(), look => {
  const groupOf = (page: Page) => page.locator('.r-header-nav details')

  test('opens over the page, links to its pages, and closes after a click', async () => {
    const page = await open(look, { javaScriptEnabled: look.scripts, viewport: desk })
    await groupOf(page).locator('summary').click()
    const link = page.locator('.r-header-nav').getByRole('link', { name: 'Gestaltung' })
    expect(await link.evaluate(isOnTop)).toBe(true)
    expect(await page.evaluate(sticksOut)).toEqual([])
    await link.click()
    await page.waitForURL('**/musterseite')
    expect(await groupOf(page).getAttribute('open')).toBeNull()
  })

  test('opens in the phone menu, too', async () => {
    const page = await open(look, { javaScriptEnabled: look.scripts, viewport: phone })
    const button = page.locator('.r-menu-button')
    if (await button.isVisible()) await button.click() // Without popovers, the links are below the logo.
    await page.locator('.r-menu summary').click()
    const link = page.locator('.r-menu').getByRole('link', { name: 'Gestaltung' })
    await link.scrollIntoViewIfNeeded()
    expect(await link.evaluate(isOnTop)).toBe(true)
  })
})

describe.each(
  [
    { ...today('own', '/'), scripts: true },
    { ...today('own', '/'), scripts: false },
    { ...today('fixture', '/'), scripts: false },
  ].filter(({ site }) => isOurs(site)),
)('the phone menu of the $site site, scripts: $scripts,', needsPackaged(), look => {
  const openPage = (viewport = phone) => open(look, { javaScriptEnabled: look.scripts, viewport })
  const hasFocus = (page: Page, selector: string) =>
    page.locator(selector).evaluate(element => element === document.activeElement)

  test('moves the focus to its close button, and back to the menu button when it closes', async () => {
    const page = await openPage()
    for (const key of ['Escape', 'Enter', 'Space']) {
      await page.locator('.r-menu-button').press('Enter')
      expect(await page.locator('.r-menu').isVisible()).toBe(true)
      expect(await hasFocus(page, '.r-menu-close')).toBe(true)
      await page.keyboard.press(key)
      expect(await page.locator('.r-menu').isVisible()).toBe(false)
      expect(await hasFocus(page, '.r-menu-button')).toBe(true)
    }
  })

  test('closes when the focus returns to the header', async () => {
    const page = await openPage()
    await page.locator('.r-menu-button').press('Enter')
    await page.keyboard.press('Shift+Tab')
    expect(await page.locator('.r-menu').isVisible()).toBe(false)
    expect(await page.locator('.r-header-row :focus').evaluate(isOnTop)).toBe(true)
  })

  test.each([
    { width: 320, height: 256 }, // A desktop window at a zoom of 400 %.
    { width: 667, height: 320 },
  ])('scrolls below its close button in a window of $width × $height', async viewport => {
    const page = await openPage(viewport)
    await page.locator('.r-menu-button').click()
    const lastLink = page.locator('.r-menu a').last()
    await lastLink.scrollIntoViewIfNeeded()
    expect(await lastLink.evaluate(isOnTop)).toBe(true)
    expect(await page.locator('.r-menu-close').evaluate(isOnTop)).toBe(true)
    await page.locator('.r-menu-close').click()
    expect(await page.locator('.r-menu').isVisible()).toBe(false)
  })
})

test('nothing in the header overlaps when the direction is right-to-left', needsPackaged(), async () => {
  const page = await open(today('fixture', '/'))
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  expect((await page.evaluate(linesOfLinks)).overlapping).toEqual([])
})

test(
  'a group of the header closes when the focus leaves it, or on a click elsewhere',
  needsPackaged(),
  async () => {
    const page = await open(today('fixture', '/'), { viewport: desk })
    const group = page.locator('.r-header-nav details')
    const isOpen = () => group.evaluate((element: HTMLDetailsElement) => element.open)
    await group.locator('summary').press('Enter')
    await page.keyboard.press('Tab')
    expect(await isOpen()).toBe(true)
    await page.locator('.r-skip-link').focus()
    expect(await isOpen()).toBe(false)
    await group.locator('summary').click()
    expect(await isOpen()).toBe(true)
    await page.locator('h1').click()
    expect(await isOpen()).toBe(false)
  },
)

describe.each((['own', 'fixture'] as const).filter(isOurs))(
  'the header of the %s site',
  needsPackaged(),
  site => {
    const openHome = () => open(today(site, '/'))
    const inWindowOf = async (page: Page, width: number) => {
      await page.setViewportSize({ width, height: 800 })
      return page.evaluate(headerOf)
    }

    test('swaps the menu button for its links at a single width', async () => {
      const page = await openHome()
      const withLinks = await firstWidth(async width => (await inWindowOf(page, width)).links > 0)
      const withoutButton = await firstWidth(async width => !(await inWindowOf(page, width)).hasButton)
      expect(withoutButton).toBe(withLinks)
    })

    test('wraps its links only if the next one has no room', async () => {
      const page = await openHome()
      const narrowest = await firstWidth(async width => (await inWindowOf(page, width)).links > 0)
      for (const width of [narrowest, 900, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        const links = await page.evaluate(linesOfLinks)
        expect({ width, ...links }).toEqual({ width, overlapping: [], brokenTooEarly: [] })
      }
    })
  },
)

describe.each([
  { window: 'a phone', viewport: phone },
  { window: 'a low window', viewport: { width: 450, height: 300 } },
  { window: 'a desk', viewport: desk },
])('on $window, the header doesn’t cover', needsPackaged(), ({ viewport }) => {
  test.each([true, false])(
    'the heading of a fragment after a page load, scripts: %s',
    async javaScriptEnabled => {
      const page = await open(today('fixture', '/musterseite#lists'), { viewport, javaScriptEnabled })
      expect(await page.evaluate(placeOf, 'lists')).toEqual({ isInWindow: true, coveredBy: null })
    },
  )

  test('the heading of a fragment after a link to another page', async () => {
    const page = await open(today('fixture', '/anfrage/gesendet'), { viewport })
    const link = page.getByRole('link', { name: 'Zur Startseite' })
    await link.evaluate(element => element.setAttribute('href', '/impressum#öffnungszeiten'))
    await link.click()
    await page.waitForURL('**/impressum#*')
    const place = () => page.evaluate(placeOf, 'öffnungszeiten')
    await expect.poll(place).toEqual({ isInWindow: true, coveredBy: null })
  })
})

/** The narrowest width, in pixels, for which a condition holds that also holds for all wider windows. */
async function firstWidth(isTrue: (width: number) => Promise<boolean>) {
  let without = 320
  let withIt = 1280
  expect({ 320: await isTrue(without), 1280: await isTrue(withIt) }).toEqual({ 320: false, 1280: true })
  while (withIt - without > 1) {
    const middle = Math.round((without + withIt) / 2)
    if (await isTrue(middle)) withIt = middle
    else without = middle
  }
  return withIt
}

// The functions below run in the page.

/** Whether the start of an element is in the window, and what covers it. */
function placeOf(id: string) {
  const element = document.getElementById(id)
  const { left, top } = element?.getBoundingClientRect() ?? new DOMRect(-1, -1)
  const seen = document.elementFromPoint(left + 4, top + 2)
  const isInWindow = left >= 0 && top >= 0 && top < innerHeight
  return {
    isInWindow,
    coveredBy: element?.contains(seen) ? null : (seen?.outerHTML.slice(0, 80) ?? 'nothing'),
  }
}

/** The overlapping elements of the header, and the links that wrap although the line before has room. */
function linesOfLinks() {
  const boxOf = (element: Element) => element.getBoundingClientRect()
  const gapOf = (selector: string) =>
    Number.parseFloat(getComputedStyle(document.querySelector(selector)!).columnGap)
  const links = [...document.querySelectorAll('.r-header-nav > ul > li > *')]
  const all = [
    ...document.querySelectorAll('.r-header :is(.r-logo, button, .r-header-nav > ul > li > *)'),
  ].filter(each => each.checkVisibility())
  const overlap = (one: DOMRect, other: DOMRect) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  const overlapping = all.filter(one => all.some(other => other !== one && overlap(boxOf(one), boxOf(other))))
  const logoEnd = boxOf(document.querySelector('.r-logo')!).right
  const brokenTooEarly = links.filter((link, index) => {
    const before = links[index - 1]
    if (!before || boxOf(before).top === boxOf(link).top) return false
    const line = links.filter(each => boxOf(each).top === boxOf(before).top)
    const start = Math.min(...line.map(each => boxOf(each).left))
    return start - logoEnd > gapOf('.r-header-row') + boxOf(link).width + gapOf('.r-header-nav ul')
  })
  return {
    overlapping: overlapping.map(({ textContent }) => textContent),
    brokenTooEarly: brokenTooEarly.map(({ textContent }) => textContent),
  }
}

/** Adds a search to the header, at the place of the HeaderEnd slot. */
function addSearch() {
  const search = Object.assign(document.createElement('input'), { type: 'search' })
  search.style.inlineSize = '12rem'
  document.querySelector('.r-header-nav')!.after(search)
}

/** The number of lines of the company's name, the width of the search, and whether they overlap. */
function nameAndSearch() {
  const name = document.createRange()
  name.selectNodeContents(document.querySelector('.r-logo span')!)
  const routes = [...name.getClientRects()]
  const { left, right, top, bottom, width } = document
    .querySelector('.r-header input')!
    .getBoundingClientRect()
  const isOverName = routes.some(
    route => left < route.right && route.left < right && top < route.bottom && route.top < bottom,
  )
  return { lines: new Set(routes.map(route => route.top)).size, search: width, isOverName }
}

/** Whether nothing covers the centre of an element. */
function isOnTop(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** Changes the company's name in the header. */
function nameCompany(name: string) {
  document.querySelector('.r-logo span')!.textContent = name
}

/** The visible links and the menu button of the header, its broken words, and elements that are either focusable or visible. */
function headerOf() {
  const targets = [...document.querySelectorAll<HTMLElement>('.r-header :is(a, button)')].map(target => {
    target.focus({ preventScroll: true })
    const [{ x, y, width, height } = new DOMRect()] = target.getClientRects()
    const isSeen = width > 0 && target.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    return { target, isSeen, isFocusable: document.activeElement === target }
  })
  const seen = targets.filter(({ isSeen }) => isSeen).map(({ target }) => target)
  const range = document.createRange()
  const brokenWords = (target: Element) => {
    const [text] = [...target.childNodes, ...(target.querySelector('span')?.childNodes ?? [])].filter(
      node => node instanceof Text,
    )
    return [...(text?.data ?? '').matchAll(/\S+/g)].filter(({ 0: { length }, index }) => {
      range.setStart(text!, index)
      range.setEnd(text!, index + length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
    })
  }
  return {
    broken: seen.flatMap(brokenWords).map(String),
    hiddenTargets: targets
      .filter(({ isSeen, isFocusable }) => isSeen !== isFocusable)
      .map(({ target }) => target.outerHTML),
    links: seen.filter(target => target.matches('nav a')).length,
    hasButton: seen.some(target => target.matches('.r-menu-button')), // A site may add other buttons.
  }
}
