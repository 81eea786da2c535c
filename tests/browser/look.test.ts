import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { barriers } from '../support/axe.ts'
import { errorsOf, launchPackaged } from '../support/browser.ts'
import { needsPackaged } from '../support/carried.ts'
import * as fixture from '../support/fixture-site.ts'
import * as own from '../support/own-site.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }
const sites = { own, fixture }

/** Of more pages than twelve, a browser looks at four of each kind. The static checks take all. */
const kinds = Map.groupBy(own.rows, ({ loader, date }) => `${loader} ${date !== undefined}`)
const rows = own.rows.length > 12 ? [...kinds.values()].flatMap(kind => kind.slice(0, 4)) : own.rows
type Look = { name: Parameters<typeof launchPackaged>[0]; site: keyof typeof sites; path: string }
const today = (site: Look['site'], path: string): Look => ({ name: '@sparticuz/chromium', site, path })
const oldest = (site: Look['site'], path: string): Look => ({ name: 'chromium-109', site, path })
/** The owner's pages, whatever they are, and those of the fixture that hold what the owner's may come to hold. */
const pages = [
  ...[...rows.map(({ path }) => path), '/404'].map(path => today('own', path)),
  ...['/', '/musterseite', '/kontakt', '/blog/erster-beitrag'].map(path => today('fixture', path)),
  oldest('own', '/'), // It knows neither nesting nor light-dark(): the build has to lower both.
  oldest('fixture', '/musterseite'),
]

const browsers: Partial<Record<Look['name'], Browser>> = {}
const servers = {
  own: await fixture.listen(await own.siteOf()),
  fixture: await fixture.listen(await fixture.siteOf()),
}
afterAll(() => Promise.all([...Object.values(browsers), ...Object.values(servers)].map(each => each.close())))

/** Opens a page until the end of the test, and waits until it is hydrated, if it is ever. */
async function open({ name, site, path }: Look, options: BrowserContextOptions = {}): Promise<Page> {
  browsers[name] ??= await launchPackaged(name)
  const page = await browsers[name].newPage({ viewport: phone, reducedMotion: 'reduce', ...options })
  onTestFinished(() => page.close())
  const errors = errorsOf(page)
  await page.goto(servers[site].url + path)
  await page.evaluate(() => document.fonts.ready)
  if (options.javaScriptEnabled !== false && (await page.locator('script[data-page]').count()) > 0)
    await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
  expect(errors).toEqual([])
  return page
}

/** Calls a function in windows of every width, each with text of the usual size and of twice that size. */
async function inWindows(page: Page, widths: number[], look: (size: string) => Promise<void>) {
  for (const width of widths)
    for (const percent of [100, 200]) {
      await page.setViewportSize({ width, height: 2000 })
      await page.evaluate(resizeText, percent)
      await look(`${width} px, ${percent} %`)
    }
}

describe.each(pages)('$path of the $site site, in $name', needsPackaged(), look => {
  test.each<[string, BrowserContextOptions]>([
    ['a phone, light', { viewport: phone, colorScheme: 'light' }],
    ['a desk, dark', { viewport: desk, colorScheme: 'dark' }],
  ])('has on %s no barrier, targets of at least 44 px, and leads the focus to each', async (_, options) => {
    const page = await open(look, options)
    expect(await barriers(page)).toEqual([])
    expect(await page.evaluate(smallTargets)).toEqual([])
    for (let focus = await tab(page); focus; focus = await tab(page))
      expect(focus).toEqual({ ...focus, hasRing: true, isSeen: true })
    expect(await page.evaluate(unvisited)).toEqual([])
  })

  test('fits into windows of every width, with text of 200 %, too', async () => {
    const page = await open(look)
    // At a page zoom of 400 % a window of 1,280 px has 320.
    await inWindows(page, [240, 320, 390, 768, 1280, 2560], async size =>
      expect(await page.evaluate(sticksOut), size).toEqual([]),
    )
  })

  test('prints no menu and no address of this site, and breaks between lines', async () => {
    const page = await open(look, { viewport: desk }) // Where the header has links, if they fit.
    await page.emulateMedia({ media: 'print' })
    const { written, unprintable, displays } = await page.evaluate(onPaper)
    expect(written).not.toMatch(/\/|mailto:/)
    expect(unprintable).toEqual([])
    // A page break in a flexbox or grid lays one part over another.
    expect(new Set(displays)).toEqual(new Set(['block']))
  })
})

describe.each(['own', 'fixture'] as const)('the home page of the %s site', needsPackaged(), site => {
  test.each<BrowserContextOptions>([
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { forcedColors: 'active' },
  ])('has a menu without a barrier, that stands still, %o', async options => {
    const page = await open(today(site, '/'), options)
    await page.locator('[popovertarget]').click()
    const animation = page.locator('#menu').evaluate(menu => getComputedStyle(menu).animationName)
    expect(await animation).toBe('none')
    expect(await barriers(page)).toEqual([])
    expect(await page.evaluate(smallTargets)).toEqual([])
  })
})

test.each([
  { ...today('own', '/'), scripts: false },
  { ...today('fixture', '/'), scripts: true },
  { ...today('fixture', '/'), scripts: false },
  { ...oldest('fixture', '/'), scripts: false },
])('the $site header breaks no word, in $name, scripts: $scripts', needsPackaged(), async look => {
  const page = await open(look, { javaScriptEnabled: look.scripts })
  const { length } = sites[look.site].table.menus.header
  const widths = [240, 320, 390, 480, 560, 640, 700, 768, 900, 1024, 1280, 1600, 1920, 2560]
  await inWindows(page, widths, async size => {
    const { links, hasButton, ...problems } = await page.evaluate(headerOf)
    expect(problems, size).toEqual({ broken: [], hiddenTargets: [] })
    expect(await page.evaluate(sticksOut), size).toEqual([])
    if (hasButton) expect(links, size).toBe(0)
    else expect(links, size).toBeGreaterThanOrEqual(length)
  })
})

test(
  'a name of 40 letters stands in the header whole, in windows from 320 px on',
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

describe('a page with everything', needsPackaged(), () => {
  const openEverything = () => open(today('fixture', '/musterseite'))
  const styleOf = (locator: Locator, name: 'color' | 'fontSize' | 'border') =>
    locator.first().evaluate((element, name) => getComputedStyle(element)[name], name)

  test('has headings that grow with the text', async () => {
    const page = await openEverything()
    const size = async () => Number.parseFloat(await styleOf(page.locator('h1'), 'fontSize'))
    const before = await size()
    await page.evaluate(resizeText, 200)
    expect((await size()) / before).toBeGreaterThan(1.3)
  })

  test('lets a table that is too wide be scrolled by the keyboard', async () => {
    const table = (await openEverything()).getByRole('region').first()
    await table.press('ArrowRight')
    await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  })

  test('marks a field that is wrong or disabled by more than a colour', async () => {
    const page = await openEverything()
    const borders = ['name', 'email', 'number'].map(name => styleOf(page.locator(`[name=${name}]`), 'border'))
    const withoutColours = (await Promise.all(borders)).map(border => border.replace(/ \w+\(.*/, ''))
    expect(new Set(withoutColours).size).toBe(3)
  })

  test('gives all words the colour of the text to those who ask for more contrast', async () => {
    const page = await openEverything()
    const colours = () =>
      Promise.all(['h1', '.prose-text > p + p'].map(each => styleOf(page.locator(each), 'color')))
    expect(new Set(await colours()).size).toBe(2)
    await page.emulateMedia({ contrast: 'more' })
    expect(new Set(await colours()).size).toBe(1)
  })

  test('mirrors its arrows where its words run from right to left, and still fits', async () => {
    const page = await openEverything()
    const arrow = () =>
      page.evaluate(() => getComputedStyle(document.querySelector('.next')!, '::after').rotate)
    expect(await arrow()).toBe('45deg')
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    expect(await arrow()).toBe('-135deg')
    expect(await page.evaluate(sticksOut)).toEqual([])
  })
})

test('an e-mail address of 40 letters is broken at its @ alone', needsPackaged(), async () => {
  const page = await open(today('fixture', '/kontakt'))
  const lines = () =>
    page.locator('.address span').evaluateAll(parts =>
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

test('the home page has the e-mail address on paper, and on no screen', needsPackaged(), async () => {
  const page = await open(today('fixture', '/'))
  const address = page.getByText('warenwirtschaft@mueller-u-soehne.example')
  expect(await address.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await address.isVisible()).toBe(true)
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

/** Presses Tab, and resolves to where the focus is then, as long as it is on the page. */
async function tab(page: Page) {
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const target = document.activeElement
    if (!target || target === document.body || target === document.documentElement) return undefined
    target.setAttribute('data-visited', '')
    const { outlineStyle, outlineWidth } = getComputedStyle(target)
    const [{ x, y, width, height } = new DOMRect()] = target.getClientRects()
    return {
      target: target.outerHTML.slice(0, 80),
      // The controls of a video are the browser's own.
      hasRing: target.matches('video') || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2),
      // Of a high field the first line is in view.
      isSeen: target.contains(document.elementFromPoint(x + width / 2, y + Math.min(height / 2, 24))),
    }
  })
}

// What follows runs in the page.

function resizeText(percent: number) {
  document.documentElement.style.fontSize = percent === 100 ? '' : `${percent}%`
}

/** Gives the company another name where the header shows it. */
function nameCompany(name: string) {
  document.querySelector('.logo span')!.textContent = name
}

/** What a visitor can reach by Tab, and has not reached. */
function unvisited() {
  const fields = 'button:enabled, input:enabled:not([type=radio]), select, textarea, summary'
  return [...document.querySelectorAll(`:is(a[href], ${fields}, [tabindex="0"]):not([data-visited])`)]
    .filter(target => target.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true }))
    .map(target => target.outerHTML.slice(0, 80))
}

/** What reaches beyond the window or its own box. What is in an element that scrolls may, and drawings do. */
function sticksOut() {
  const elements = document.querySelectorAll('body *:not(svg, svg *, .visually-hidden, .skip-link)')
  const out = [...elements].filter(element => {
    const isCut = element.parentElement?.closest('.table, .prose-text > table, pre')
    if (!element.checkVisibility() || isCut) return false
    const { left, right } = element.getBoundingClientRect()
    const overflow = element.matches('h1, h2, h3, p, a, button')
      ? element.scrollWidth - element.clientWidth
      : 0
    return left < -1 || right > innerWidth + 1 || (overflow > 1 && element.clientWidth > 0)
  })
  return out.map(element => element.outerHTML.slice(0, 80))
}

/** The targets that are too small. A link inside a text is as high as its line, and a box has its label. */
function smallTargets() {
  const inText = 'p a, .prose-text :is(li, dd, td, th, figcaption, summary, blockquote) a, .skip-link'
  return [...document.querySelectorAll(`a:not(${inText}), button, input, select, textarea, summary`)]
    .map(target => (target.matches('[type=checkbox], [type=radio]') && target.closest('label')) || target)
    .filter(target => target.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true }))
    .map(target => ({ html: target.outerHTML.slice(0, 80), box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.width < 44 || box.height < 44)
    .map(({ html, box }) => `${html} ${box.width} x ${box.height}`)
}

function onPaper() {
  const after = (element: Element) => getComputedStyle(element, '::after').content
  const shown = (all: string) => [...document.querySelectorAll(all)].filter(each => each.checkVisibility())
  const blocks = shown('body, .main, .prose, .prose-row, .prose-text, form')
  return {
    written: [...document.querySelectorAll('body, body *')].map(after).join(' '),
    unprintable: shown('.header nav, .footer nav, video').map(element => element.outerHTML.slice(0, 80)),
    displays: blocks.map(element => getComputedStyle(element).display),
  }
}

/** What the header shows, which of its words are broken, and what can have the focus although it is not seen. */
function headerOf() {
  const targets = [...document.querySelectorAll<HTMLElement>('.header :is(a, button)')].map(target => {
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
    hasButton: seen.some(target => target.matches('.menu-button')), // An owner may add others.
  }
}
