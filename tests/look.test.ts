import type { Browser, Page } from 'playwright-core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { company, labels } from '../shared/company.ts'
import { Prose } from '../shared/ui/prose.tsx'
import { barriers } from './support/axe.ts'
import { frames, hydrated, launchBrowser, sharedBrowser } from './support/browser.ts'
import { leaveOut } from './support/needs.ts'
import { isPlaceholder } from './support/placeholder.ts'
import { other, rows, seen } from './support/table.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }
/** 1280 px at a page zoom of 400 %. */
const zoomed = { width: 320, height: 256 }
const schemes = ['light', 'dark'] as const
const paths = [...seen, '/404']
/** https://web.dev/articles/cls */
const GOOD_SHIFT = 0.1
/**
 * What may move when the typeface arrives: nothing, with the words that the site came with, in the place of Arial and its
 * like. Other words may break in other places, and so may those of DejaVu, whose letters differ more.
 */
const MOST_SHIFT = isPlaceholder ? 0 : GOOD_SHIFT
/** For what depends on the words and drawings that the site came with. */
const own = leaveOut(!isPlaceholder, 'it is about the placeholder')
/** As long as the longest words of a company's language. */
const longWord = 'Donaudampfschifffahrtsgesellschaften'

const url = inject('static')
let browser: Browser
/** One page for all tests: what a test asks of it, the next one takes back. */
let page: Page
beforeAll(async () => {
  browser = await sharedBrowser()
  page = await browser.newPage()
})
beforeEach(async () => {
  await page.setViewportSize(desk)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light', reducedMotion: 'reduce' })
})
afterAll(() => browser.close())

const open = async (path: string) => {
  await page.goto(url + path)
  await page.evaluate(() => document.fonts.ready)
}
const openMenu = () => page.getByRole('button', { name: labels.menuButton }).click()
const resizeText = (percent: number) =>
  page.evaluate(size => {
    document.documentElement.style.fontSize = size
  }, `${percent}%`)

describe.each(paths)('%s', path => {
  test('puts up no barrier in either scheme, on a phone and on a desk', async () => {
    await open(path)
    for (const [viewport, colorScheme] of [
      [phone, 'light'],
      [desk, 'dark'],
    ] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      expect(await barriers(page), colorScheme).toEqual([])
    }
  })

  test.for([phone, desk])(
    'stays where it is when its typeface arrives, $width px wide',
    async (viewport, { skip }) => {
      await page.setViewportSize(viewport)
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route('**/*.woff2', async route => {
        await promise
        await route.continue()
      })
      await page.goto(url + path, { waitUntil: 'domcontentloaded' })
      await frames(page)
      const loaded = await page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loading'))
      const [matched] = await page.evaluate(() =>
        [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
      )
      resolve()
      await page.evaluate(() => document.fonts.ready)
      await frames(page)
      await page.unroute('**/*.woff2')
      expect(loaded).toBe(true)
      skip(
        !matched && !process.env.CI,
        'install fonts-liberation (Debian’s name): no face is here that fonts.css makes as wide',
      )
      expect(await layoutShift()).toBeLessThanOrEqual(matched?.includes('Arial') ? MOST_SHIFT : GOOD_SHIFT)
    },
  )

  test('needs no sideways scrolling at a zoom of 400 % or with text of 200 %', async () => {
    await open(path)
    for (const [viewport, percent] of [
      [zoomed, 100],
      [zoomed, 200],
      [phone, 200],
      [desk, 200],
    ] as const) {
      await page.setViewportSize(viewport)
      await resizeText(percent)
      expect(await sticksOut(), `${viewport.width} px, ${percent} %`).toEqual([])
    }
  })

  test('holds words of 36 letters at a width of 320 px, in the menu, too', async () => {
    await page.setViewportSize(zoomed)
    await open(path)
    await page.evaluate(word => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) if (texts.currentNode.textContent?.trim()) texts.currentNode.textContent = word
    }, longWord)
    expect(await sticksOut()).toEqual([])
    await openMenu()
    expect(await sticksOut()).toEqual([])
  })

  test('has headings that grow with the text', async () => {
    for (const viewport of [phone, desk]) {
      await page.setViewportSize(viewport)
      await open(path)
      const sizes = () =>
        page
          .locator('h1, h2')
          .evaluateAll(all => all.map(heading => Number.parseFloat(getComputedStyle(heading).fontSize)))
      const before = await sizes()
      await resizeText(200)
      const grown = (await sizes()).map((size, at) => size / (before[at] ?? size))
      expect(Math.min(...grown), `${viewport.width} px`).toBeGreaterThan(1.3)
    }
  })

  test('keeps the words of a heading apart', async () => {
    await page.setViewportSize(phone)
    await open(path)
    expect(await narrowestSpace()).toBeGreaterThan(0.2)
  })

  test('borrows no arrow from a font', async () => {
    await open(path)
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll('body, body *')].map(
        element =>
          element.textContent +
          getComputedStyle(element, '::before').content +
          getComputedStyle(element, '::after').content,
      ),
    )
    expect(shown.join('')).not.toMatch(/\p{Sm}|[←-⇿➔-➾]/u)
  })

  test('is read in order without its style, with outlines for drawings', async () => {
    await open(path)
    const filled = await page.evaluate(() => {
      for (const style of document.querySelectorAll('style')) style.remove()
      // They are then as large as they are. Removed, they would come back when the page is hydrated.
      for (const picture of document.querySelectorAll<HTMLElement>('img, video')) picture.hidden = true
      const shapes = [...document.querySelectorAll('svg *')]
      return shapes.filter(shape => getComputedStyle(shape).fill !== 'none').length
    })
    expect(filled).toBe(0)
    expect(await sticksOut()).toEqual([])
  })

  test('offers targets of at least 44 px', async () => {
    await open(path)
    expect(await smallTargets()).toEqual([])
    await page.setViewportSize(phone)
    await openMenu()
    expect(await smallTargets()).toEqual([])
  })

  test('shows where the focus is, all the way through', async () => {
    await open(path)
    const links = await page.locator('a:visible').count()
    for (let step = 0; step < links; step++) {
      await page.keyboard.press('Tab')
      const focus = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
        const { top, bottom } = (document.activeElement ?? document.body).getBoundingClientRect()
        return {
          outline: `${outlineStyle} ${outlineWidth}`,
          inView: bottom > 0 && top < innerHeight,
        }
      })
      expect(focus).toEqual({ outline: 'solid 2px', inView: true })
    }
  })

  test('stands still for those who ask for it', async () => {
    await page.setViewportSize(phone)
    await open(path)
    await openMenu()
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })

  test('prints its own address last, that of no other page, and no menu', async () => {
    await open(path)
    await page.emulateMedia({ media: 'print' })
    const { generated, address, last } = await page.evaluate(() => {
      const after = (element: Element) => getComputedStyle(element, '::after').content.replaceAll('"', '')
      const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
      return {
        generated: [...document.querySelectorAll('body, body *')].map(after).join(' '),
        address: canonical && after(canonical),
        last:
          !canonical || canonical.getBoundingClientRect().top >= document.body.getBoundingClientRect().bottom,
      }
    })
    const { canonical } =
      rows.map(row => ({ ...row, canonical: company.origin + row.path })).find(row => row.path === path) ?? {}
    expect(address).toBe(canonical ?? null)
    expect(last).toBe(true)
    expect(generated).not.toMatch(/\/|mailto:/)
    expect(await page.getByRole('navigation').count()).toBe(0)
  })
})

describe('the site', () => {
  test.each(schemes)('puts up no barrier with the menu open, in the %s scheme', async colorScheme => {
    await page.setViewportSize(phone)
    await page.emulateMedia({ colorScheme })
    await open('/')
    await openMenu()
    expect(await barriers(page)).toEqual([])
  })

  test('puts up no barrier in forced colours', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await open('/')
    expect(await barriers(page)).toEqual([])
    const button = await page.evaluate(() => {
      const { color, backgroundColor } = getComputedStyle(
        document.querySelector('.button-primary') ?? document.body,
      )
      return { color, backgroundColor }
    })
    expect(button.color).not.toBe(button.backgroundColor)
    await page.emulateMedia({ forcedColors: 'none' })
  })

  test('gives the first paragraph of a page the same size, whether it is one or ten', async () => {
    await open(other.path)
    const sizes = await page.evaluate(() => {
      const first = document.querySelector('.prose-text > p')
      const size = () => first && getComputedStyle(first).fontSize
      const before = size()
      for (let count = 2; count <= 10; count++) first?.after(document.createElement('p'))
      return [before, size()]
    })
    expect(sizes[0]).toBeTruthy()
    expect(sizes[1]).toBe(sizes[0])
  })

  test('draws a ring only where a page has a drawing', () => {
    const page = { title: other.title, children: other.description }
    expect(renderToStaticMarkup(createElement(Prose, page))).not.toContain('<svg')
    expect(renderToStaticMarkup(createElement(Prose, { ...page, drawing: createElement('path') }))).toContain(
      '<svg',
    )
  })

  test('does not move sideways between short and long pages with a classic scrollbar', async () => {
    await using classic = await launchBrowser({ ignoreDefaultArgs: ['--hide-scrollbars'] })
    const page = await classic.newPage()
    const lefts = []
    for (const height of [200, 8000]) {
      await page.setViewportSize({ width: desk.width, height })
      await page.goto(url)
      lefts.push(await page.locator('.header-row').evaluate(row => row.getBoundingClientRect().left))
      expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
    }
    expect(lefts[0]).toBe(lefts[1])
  })

  test.each(schemes)(
    'shows tiles and cards as surfaces, each with an edge of its own, %s',
    async colorScheme => {
      await page.emulateMedia({ colorScheme })
      await open('/')
      for (const width of [390, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        for (const kind of ['.tile', '.card']) {
          const surfaces = await page.locator(kind).evaluateAll(all =>
            all.map(element => {
              const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
              const { left, top, right, bottom } = element.getBoundingClientRect()
              const words = document.createRange()
              words.selectNodeContents(element.querySelector('p') ?? element)
              return {
                edge: Number.parseFloat(borderTopWidth),
                colors: [
                  borderTopColor,
                  backgroundColor,
                  getComputedStyle(document.documentElement).backgroundColor,
                ],
                room: Math.min(
                  words.getBoundingClientRect().left - left,
                  right - words.getBoundingClientRect().right,
                ),
                box: { left, top, right, bottom },
              }
            }),
          )
          if (isPlaceholder) expect(surfaces.length, kind).toBe(kind === '.tile' ? 4 : 3)
          for (const { edge, colors, room, box } of surfaces) {
            expect(edge).toBeGreaterThanOrEqual(1)
            expect(new Set(colors).size).toBe(3)
            expect(room).toBeGreaterThanOrEqual(12)
            const near = surfaces.filter(
              other =>
                other.box !== box &&
                other.box.left < box.right + 8 &&
                box.left < other.box.right + 8 &&
                other.box.top < box.bottom + 8 &&
                box.top < other.box.bottom + 8,
            )
            expect(near, `${kind} at ${width} px`).toEqual([])
          }
        }
      }
    },
  )

  test.each([
    [1366, 657],
    [1280, 600],
    [1280, 665],
    [1024, 640],
    [844, 390],
    [390, 664],
    [1920, 945],
  ])('shows its first button in a window of %i by %i', own, async (width, height) => {
    await page.setViewportSize({ width, height })
    await open('/')
    const { bottom, share } = await page.evaluate(() => ({
      bottom: document.querySelector('.hero a')?.getBoundingClientRect().bottom,
      share:
        Number.parseFloat(getComputedStyle(document.querySelector('h1') ?? document.body).fontSize) /
        innerWidth,
    }))
    expect(bottom).toBeLessThanOrEqual(height)
    expect(share).toBeGreaterThan(0.075) // The heading is a statement still.
  })

  test.each(['info@our-company-name.com', company.email])(
    'keeps %s in one line at every width',
    async address => {
      await open('/contact')
      await hydrated(page)
      const link = page.locator('.address a')
      await link.evaluate((link, address) => link.replaceChildren(address), address)
      for (let width = 240; width <= 1920; width += 56) {
        await page.setViewportSize({ width, height: 800 })
        const [lines, room] = await link.evaluate(link => {
          const words = document.createRange()
          words.selectNodeContents(link)
          return [words.getClientRects().length, innerWidth - words.getBoundingClientRect().right]
        })
        expect(lines, `${width} px`).toBe(1)
        expect(room, `${width} px`).toBeGreaterThan(0)
      }
    },
  )

  test('copies the address', async () => {
    await page.context().grantPermissions(['clipboard-write'])
    await open('/contact')
    await hydrated(page)
    await page.getByRole('button', { name: labels.copy }).click()
    await page.getByRole('button', { name: labels.copied }).waitFor()
    // A page may not read the clipboard, but its visitor may paste.
    await page.evaluate(() => document.body.append(document.createElement('textarea')))
    await page.locator('textarea').press('ControlOrMeta+V')
    expect(await page.locator('textarea').inputValue()).toBe(company.email)
  })

  test('mirrors its arrows and drawings where its words run from right to left', own, async () => {
    const mirrored = () =>
      page.evaluate(() => [
        getComputedStyle(document.querySelector('.ring') ?? document.body).scale,
        getComputedStyle(document.querySelector('.next') ?? document.body, '::after').rotate,
      ])
    await open(other.path)
    expect(await mirrored()).toEqual(['none', '45deg'])
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    expect(await mirrored()).toEqual(['-1 1', '-135deg'])
    expect(await sticksOut()).toEqual([])
  })

  test('moves once, when it is seen, and only where motion is welcome', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.setViewportSize({ width: 390, height: 300 })
    await open('/')
    await hydrated(page)
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    await page.locator('.hero .drawing').scrollIntoViewIfNeeded()
    await page.locator('.seen').waitFor()
    const animations = await page.evaluate(() =>
      document.getAnimations().map(({ effect }) => effect?.getTiming().iterations),
    )
    expect([...new Set(animations)]).toEqual([1])
  })

  test.each(schemes)('draws its line at 4.5:1 and paints the window’s edge alike, %s', async colorScheme => {
    await page.emulateMedia({ colorScheme })
    await open('/')
    const { ratio, around, paper } = await page.evaluate(() => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      const rgb = (colour: string) => {
        if (!context) return []
        context.fillStyle = colour
        context.fillRect(0, 0, 1, 1)
        return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
      }
      const luminance = (colour: string) => {
        const [r = 0, g = 0, b = 0] = rgb(colour).map(value =>
          value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4,
        )
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      const { backgroundColor } = getComputedStyle(document.documentElement)
      const line = document.querySelector('.hero .line') ?? document.body
      const both = [luminance(getComputedStyle(line).stroke), luminance(backgroundColor)]
      const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      const meta = metas.find(({ media }) => matchMedia(media).matches)
      return {
        ratio: (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05),
        around: rgb(meta?.content ?? ''),
        paper: rgb(backgroundColor),
      }
    })
    expect(ratio).toBeGreaterThanOrEqual(4.5)
    expect(around).toEqual(paper)
  })
})

const layoutShift = () =>
  page.evaluate(
    () =>
      new Promise<number>(done => {
        new PerformanceObserver(list => done(sum(list.getEntries()))).observe({
          type: 'layout-shift',
          buffered: true,
        })
        requestAnimationFrame(() => requestAnimationFrame(() => done(0)))
        const sum = (entries: PerformanceEntry[]) =>
          entries.reduce((total, entry) => total + (entry as PerformanceEntry & { value: number }).value, 0)
      }),
  )

/** How wide the narrowest space between two words of a heading is, in em. */
const narrowestSpace = () =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('h1, h2')].flatMap(heading => [...heading.childNodes])
    const widths = texts.flatMap(text =>
      [...(text.textContent ?? '').matchAll(/ /g)].map(({ index }) => {
        const space = document.createRange()
        space.setStart(text, index)
        space.setEnd(text, index + 1)
        const size = Number.parseFloat(getComputedStyle(text.parentElement ?? document.body).fontSize)
        return space.getBoundingClientRect().width / size
      }),
    )
    return Math.min(...widths.filter(width => width > 0), 1) // A space at the end of a line has no width.
  })

/** The words and controls that reach beyond the window or their own box. The drawing's line does so on purpose. */
const sticksOut = () =>
  page.evaluate(() => {
    const out = [...document.querySelectorAll('h1, h2, p, a, button, .header, .main, .footer')].filter(
      element =>
        element.checkVisibility() &&
        !element.matches('.visually-hidden, .skip-link') &&
        (Math.max(element.getBoundingClientRect().right, element.scrollWidth) > innerWidth + 1 ||
          (element.matches('h1, h2, p') && element.scrollWidth > element.clientWidth + 1)),
    )
    const scrolls = document.documentElement.scrollWidth > innerWidth ? ['the page'] : []
    return [...scrolls, ...out.map(element => `${element.tagName} ${element.className}`)]
  })

/** The targets that are too small. A link inside a sentence is as high as its line. */
const smallTargets = () =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'a:not(p a, .prose-text :is(li, dd, td, figcaption) a, .skip-link), button',
      ),
    ]
      .filter(element => element.checkVisibility())
      .map(element => ({ name: element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ name, box }) => `${name} ${box.width} x ${box.height}`),
  )
