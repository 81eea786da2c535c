// What axe, the keyboard and people with low vision meet on each page: barriers, small targets, focus rings, contrast.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { table } from '../support/fixture-site.ts'
import { barriers } from './support/axe.ts'
import { needsPackaged } from './support/carried.ts'
import { desk, open, pages, phone, today } from './support/open-page.ts'

const CLICKED = 'a[href]:not(.skip-link), button, summary'

/** What a visitor may ask of a page, one after the other. */
const asked = [{ contrast: 'more' }, { contrast: 'no-preference', forcedColors: 'active' }] as const

describe.each(pages)('$path of the $site site, in $name', needsPackaged(), look => {
  test.each<[string, BrowserContextOptions]>([
    ['a phone, light', { viewport: phone, colorScheme: 'light' }],
    ['a desk, dark', { viewport: desk, colorScheme: 'dark' }],
  ])('has on %s no barrier, targets of at least 44 px, and leads the focus to each', async (_, options) => {
    const page = await open(look, options)
    expect(await barriers(page, look.site)).toEqual([])
    expect(await page.evaluate(smallTargets)).toEqual([])
    for (let focus = await tab(page); focus; focus = await tab(page))
      expect(focus).toEqual({ ...focus, hasRing: true, isSeen: true })
    expect(await page.evaluate(unvisited)).toEqual([])
  })

  test.each(['light', 'dark'] as const)(
    'has no barrier with more contrast, or forced colours, %s',
    async colorScheme => {
      const page = await open(look, { colorScheme })
      for (const media of asked) {
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
  // Of /lager these tests have no source.
  const paths = table.rows.map(({ path }) => path).filter(path => !path.includes(':') && path !== '/lager')

  test.each([...paths, '/stellen/tischlerin', '/404'])(
    'nothing lies over a link, a button or a field of %s, or keeps a pointer from it',
    async path => {
      const page = await open(today('fixture', path), { viewport })
      const { seen, outOfReach } = await page.evaluate(targetsOfPointer)
      expect(outOfReach).toEqual([])
      expect(seen).toBeGreaterThan(0)
    },
  )
})

describe.each(['own', 'fixture'] as const)('the home page of the %s site', needsPackaged(), site => {
  test.each<BrowserContextOptions>([
    { colorScheme: 'light' },
    { colorScheme: 'dark' },
    { forcedColors: 'active' },
  ])('has a menu without a barrier, with targets of at least 44 px, %o', async options => {
    const page = await open(today(site, '/'), options)
    await page.locator('[popovertarget]').click()
    await page.locator('[popover]').waitFor()
    expect(await barriers(page, site)).toEqual([])
    expect(await page.evaluate(smallTargets)).toEqual([])
  })

  test.each(['light', 'dark'] as const)(
    'has words that can be read where one points at them, %s',
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
  const styleOf = (locator: Locator, name: 'color' | 'border') =>
    locator.first().evaluate((element, name) => getComputedStyle(element)[name], name)

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

/** What a visitor can reach by Tab, and has not reached. */
function unvisited() {
  const fields = 'button:enabled, input:enabled:not([type=radio]), select, textarea, summary'
  return [...document.querySelectorAll(`:is(a[href], ${fields}, [tabindex="0"]):not([data-visited])`)]
    .filter(target => target.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true }))
    .map(target => target.outerHTML.slice(0, 80))
}

/** How many targets a visitor sees, and those that a click on their middle does not reach. */
function targetsOfPointer() {
  const targets = [
    ...document.querySelectorAll('a[href], summary, :is(button, input, select, textarea):enabled'),
  ]
    .filter(target => !target.matches('.skip-link'))
    .filter(target => target.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true }))
  const outOfReach = targets.filter(target => {
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const [{ x, y, width, height } = new DOMRect()] = target.getClientRects()
    return !target.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  return { seen: targets.length, outOfReach: outOfReach.map(target => target.outerHTML.slice(0, 80)) }
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
