// Accessibility of each page, for axe, the keyboard and people with low vision: barriers, small targets, focus rings, contrast.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { contrast } from '../support/contrast.ts'
import { table } from '../support/fixture-site.ts'
import { barriers } from './support/axe.ts'
import { needsPackaged } from './support/carried.ts'
import { desk, oldest, open, pages, phone, today } from './support/open-page.ts'
import { resizeText } from './support/windows.ts'

const CLICKED = 'a[href]:not(.r-skip-link), button, summary'

/** A visitor's preferences, tested one after the other. */
const preferences = [{ contrast: 'more' }, { contrast: 'no-preference', forcedColors: 'active' }] as const

describe.each(pages)('$path of the $site site, in $name', needsPackaged(), look => {
  test.each<[string, BrowserContextOptions]>([
    ['a phone, light', { viewport: phone, colorScheme: 'light' }],
    ['a desk, dark', { viewport: desk, colorScheme: 'dark' }],
  ])(
    'on %s, has no barrier, and targets of at least 44 px that Tab reaches with a focus ring',
    async (_, options) => {
      const page = await open(look, options)
      expect(await barriers(page, look.site)).toEqual([])
      expect(await page.evaluate(smallTargets)).toEqual([])
      for (let focus = await tab(page); focus; focus = await tab(page))
        expect(focus).toEqual({ ...focus, hasRing: true, isSeen: true })
      expect(await page.evaluate(unvisited)).toEqual([])
    },
  )

  test.each(['light', 'dark'] as const)(
    'has no barrier with more contrast or forced colours, %s',
    async colorScheme => {
      const page = await open(look, { colorScheme })
      for (const media of preferences) {
        await page.emulateMedia(media)
        expect({ media, barriers: await barriers(page, look.site) }).toEqual({ media, barriers: [] })
      }
    },
  )
})

describe.each([
  { window: 'a phone', viewport: phone },
  { window: 'a desk', viewport: desk },
])('on $window', needsPackaged(), ({ viewport }) => {
  const paths = table.routes.filter(({ isDynamic }) => !isDynamic).map(({ path }) => path)

  test.each([...paths, '/404'])('a pointer reaches every link, button and field of %s', async path => {
    const page = await open(today('fixture', path), { viewport })
    const { seen, outOfReach } = await page.evaluate(targetsOfPointer)
    expect(outOfReach).toEqual([])
    expect(seen).toBeGreaterThan(0)
  })
})

describe.each([today('fixture', '/leistungen'), oldest('fixture', '/leistungen')])(
  'a plain table of $path, in $name',
  needsPackaged(),
  look => {
    test.each([true, false])('scrolls with the keyboard if it’s too wide, scripts: %s', async scripts => {
      const page = await open(look, { viewport: { width: 320, height: 640 }, javaScriptEnabled: scripts })
      await page.evaluate(resizeText, 200)
      const box = page.getByRole('group', { name: 'Preise ohne Mehrwertsteuer' })
      expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
      const hasFocus = () => box.evaluate(element => element === document.activeElement)
      while (!(await hasFocus())) await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => box.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
    })
  },
)

describe.each(['own', 'fixture'] as const)('the home page of the %s site', needsPackaged(), site => {
  test.each<BrowserContextOptions>([
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { forcedColors: 'active' },
  ])('opens a menu without a barrier, with targets of at least 44 px, %o', async options => {
    const page = await open(today(site, '/'), options)
    await page.locator('.r-menu-button').click()
    await page.locator('[popover]').waitFor()
    expect(await barriers(page, site)).toEqual([])
    expect(await page.evaluate(smallTargets)).toEqual([])
  })

  test.each(['light', 'dark'] as const)(
    'keeps links and buttons readable when hovered, %s',
    async colorScheme => {
      const page = await open(today(site, '/'), { colorScheme, viewport: desk })
      const targets = page.locator(`:is(${CLICKED}):visible`)
      for (const target of await targets.all()) {
        await target.hover()
        expect(await barriers(page, site, `:is(${CLICKED}):hover`)).toEqual([])
      }
    },
  )
})

describe('a page with everything', needsPackaged(), () => {
  const openEverything = () => open(today('fixture', '/musterseite'))
  const styleOf = (locator: Locator, name: 'color' | 'border' | 'borderTopColor') =>
    locator.first().evaluate((element, name) => getComputedStyle(element)[name], name)

  test('lets the keyboard scroll a table that is too wide', async () => {
    const table = (await openEverything()).getByRole('region').first()
    await table.press('ArrowRight')
    await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  })

  test('marks invalid and disabled fields by more than colour', async () => {
    const page = await openEverything()
    const borders = ['name', 'email', 'number'].map(name => styleOf(page.locator(`[name=${name}]`), 'border'))
    const withoutColours = (await Promise.all(borders)).map(border => border.replace(/ \w+\(.*/, ''))
    expect(new Set(withoutColours).size).toBe(3)
  })

  test('uses the text colour for all texts and edges if more contrast is preferred', async () => {
    const page = await openEverything()
    const colours = async () => {
      const words = ['h1', '.r-prose-text > p + p'].map(each => styleOf(page.locator(each), 'color'))
      const edges = ['[name=name]', 'tbody tr'].map(each => styleOf(page.locator(each), 'borderTopColor'))
      return new Set(await Promise.all([...words, ...edges])).size
    }
    expect(await colours()).toBeGreaterThan(1)
    await page.emulateMedia({ contrast: 'more' })
    expect(await colours()).toBe(1)
  })

  // axe doesn't check these.
  test.each(['light', 'dark'] as const)(
    'has a readable placeholder, selection and file button, %s',
    async colorScheme => {
      const page = await open(today('fixture', '/musterseite'), { colorScheme })
      const pairs = await page.evaluate(coloursOfPseudoElements)
      const contrasts = pairs.map(({ words, behind }) => contrast(asHex(words), asHex(behind)))
      expect(contrasts.length).toBe(3)
      expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('hides no text, except in closed elements', async () => {
    expect(await (await openEverything()).evaluate(hiddenWords)).toEqual([])
  })

  test('scrolls by touch', async () => {
    const page = await open(today('fixture', '/musterseite'), { hasTouch: true })
    // https://chromedevtools.github.io/devtools-protocol/tot/Input/#method-dispatchTouchEvent
    const devtools = await page.context().newCDPSession(page)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', { x: 200, y: 600 })
    for (let y = 590; y > 200; y -= 20) await touch('touchMove', { x: 200, y })
    await touch('touchEnd')
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  })
})

/** Converts a computed rgb(r, g, b) to #rrggbb. */
const asHex = (rgb: string) =>
  `#${(rgb.match(/\d+/g) ?? []).map(part => Number(part).toString(16).padStart(2, '0')).join('')}`

/** Presses Tab. Resolves to the focused element, or to undefined once the focus has left the page. */
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
      // For a tall field, its first line is enough.
      isSeen: target.contains(document.elementFromPoint(x + width / 2, y + Math.min(height / 2, 24))),
    }
  })
}

// The functions below run in the page.

/** The elements that Tab should have reached, but hasn't. */
function unvisited() {
  const fields = 'button:enabled, input:enabled:not([type=radio]), select, textarea, summary'
  return [...document.querySelectorAll(`:is(a[href], ${fields}, [tabindex="0"]):not([data-visited])`)]
    .filter(target => target.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true }))
    .map(target => target.outerHTML.slice(0, 80))
}

/** The text colours of pseudo-elements, with the background of each: its element's, if its own is transparent. */
function coloursOfPseudoElements() {
  const colours = (selector: string, pseudoElement: string) => {
    const element = document.querySelector(selector)!
    const { color, backgroundColor } = getComputedStyle(element, pseudoElement)
    const isTransparent = backgroundColor === 'rgba(0, 0, 0, 0)'
    return {
      words: color,
      behind: isTransparent ? getComputedStyle(element).backgroundColor : backgroundColor,
    }
  }
  return [
    colours('[name=name]', '::placeholder'),
    colours('h1', '::selection'),
    colours('[type=file]', '::file-selector-button'),
  ]
}

/** The invisible texts of <main>. */
function hiddenWords() {
  const closed = 'details:not([open]) > :not(summary), dialog:not([open]), option, .r-visually-hidden'
  const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
  const hidden = []
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode
    const isSeen = parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    if (textContent?.trim() && !isSeen && !parentElement?.closest(closed)) hidden.push(textContent)
  }
  return hidden
}

/** The number of visible targets, and the ones that a click on their centre doesn't reach. */
function targetsOfPointer() {
  const targets = [
    ...document.querySelectorAll('a[href], summary, :is(button, input, select, textarea):enabled'),
  ]
    .filter(target => !target.matches('.r-skip-link'))
    .filter(target => target.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true }))
  const outOfReach = targets.filter(target => {
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const [{ x, y, width, height } = new DOMRect()] = target.getClientRects()
    return !target.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  return { seen: targets.length, outOfReach: outOfReach.map(target => target.outerHTML.slice(0, 80)) }
}

/** The targets that are too small, except links inside a text. A checkbox or radio button counts with its label. */
function smallTargets() {
  const inText = 'p a, .r-prose-text :is(li, dd, td, th, figcaption, summary, blockquote) a, .r-skip-link'
  return [...document.querySelectorAll(`a:not(${inText}), button, input, select, textarea, summary`)]
    .map(target => (target.matches('[type=checkbox], [type=radio]') && target.closest('label')) || target)
    .filter(target => target.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true }))
    .map(target => ({ html: target.outerHTML.slice(0, 80), box: target.getBoundingClientRect() }))
    .filter(({ box }) => box.width < 44 || box.height < 44)
    .map(({ html, box }) => `${html} ${box.width} x ${box.height}`)
}
