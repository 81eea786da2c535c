import { HtmlValidate } from 'html-validate'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { readAssets } from '../server/assets.ts'
import { barriers } from './support/axe.ts'
import { complaints, sharedBrowser } from './support/browser.ts'
import { build } from './support/server.ts'
import { addWords } from './support/words.ts'
import { renderWords } from './support/words-page.tsx'

const widths = [320, 390, 768, 1280]

let browser: Browser
let page: Page
let html: Buffer
let heard: string[]
beforeAll(async () => {
  html = await renderWords(readAssets(build))
  browser = await sharedBrowser()
  page = await browser.newPage({ reducedMotion: 'reduce' })
  heard = complaints(page)
  await addWords(page.context(), html)
  await page.goto(`${inject('static')}/words`)
  await page.evaluate(() => document.fonts.ready)
})
beforeEach(() => page.emulateMedia({ media: 'screen', colorScheme: 'light', forcedColors: 'none' }))
afterAll(() => browser.close())

/** What reaches beyond the window. What is in an element that scrolls may. */
const sticksOut = () =>
  page.evaluate(() => {
    const scroller = '.table, .prose-text > table'
    return [...document.querySelectorAll('.prose-text *')]
      .filter(element => element.checkVisibility() && !element.parentElement?.closest(scroller))
      .filter(element => {
        const width = element.matches(scroller) ? 0 : element.scrollWidth
        return Math.max(element.getBoundingClientRect().right, width) > innerWidth
      })
      .map(element => `${element.tagName} ${element.textContent?.slice(0, 20)}`)
  })

describe('a page with all that a page may hold', () => {
  test('is HTML to which html-validate has no objection', async () => {
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended', 'html-validate:document'],
      rules: { 'void-style': 'off', 'attr-case': 'off', 'attribute-boolean-style': 'off' },
    })
    const { results } = await validator.validateString(html.toString())
    expect(results.flatMap(({ messages }) => messages.map(m => `${m.ruleId} ${m.message}`))).toEqual([])
  })

  test('complains of nothing, and no policy blocks any of it', () => {
    expect(heard).toEqual([])
  })

  test.each([
    [390, { colorScheme: 'dark' }],
    [1280, { colorScheme: 'light' }],
    [768, { forcedColors: 'active' }],
  ] as const)('puts up no barrier, %i px wide, %o', async (width, media) => {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia(media)
    expect(await barriers(page)).toEqual([])
  })

  test.each(widths)('holds everything in a window of %i px, also with larger text', async width => {
    await page.setViewportSize({ width, height: 800 })
    for (const size of ['100%', '200%']) {
      await page.evaluate(value => {
        document.documentElement.style.fontSize = value
      }, size)
      expect(await sticksOut(), size).toEqual([])
    }
    await page.evaluate(() => {
      document.documentElement.style.fontSize = ''
    })
  })

  test('lets a table that is too wide be scrolled by keyboard', async () => {
    await page.setViewportSize({ width: 320, height: 800 })
    const table = page.getByRole('region').first()
    await table.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => table.evaluate(element => element.scrollLeft)).toBeGreaterThan(0)
  })

  test('has more space above a heading than below it', async () => {
    const gaps = await page.evaluate(() =>
      [...document.querySelectorAll('.prose-text :is(h2, h3)')].map(heading => {
        const { top, bottom } = heading.getBoundingClientRect()
        const above = heading.previousElementSibling?.getBoundingClientRect().bottom ?? 0
        const below = heading.nextElementSibling?.getBoundingClientRect().top ?? 0
        return { above: top - above, below: below - bottom }
      }),
    )
    expect(gaps.length).toBeGreaterThan(5)
    for (const { above, below } of gaps) expect(above).toBeGreaterThan(below)
  })

  test('offers fields, boxes and buttons of at least 44 px, a box together with its label', async () => {
    await page.setViewportSize({ width: 390, height: 800 })
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('.prose-text :is(input, select, textarea, button, summary)')]
        .map(element =>
          element.matches('[type=checkbox], [type=radio]') ? element.closest('label') : element,
        )
        .filter(element => (element?.getBoundingClientRect().height ?? 0) < 44)
        .map(element => element?.outerHTML),
    )
    expect(small).toEqual([])
  })

  test('marks a field that is wrong or disabled by more than a colour', async () => {
    const look = (selector: string) =>
      page.locator(selector).evaluate(element => {
        const { borderInlineStartWidth, borderBlockStartStyle } = getComputedStyle(element)
        return `${borderInlineStartWidth} ${borderBlockStartStyle}`
      })
    const plain = await look('input[name=name]')
    expect(await look('input[name=email]')).not.toBe(plain)
    expect(await look('input[name=number]')).not.toBe(plain)
  })

  test('stands on paper in plain blocks, because a page break in a flexbox lays one part over another', async () => {
    await page.emulateMedia({ media: 'print' })
    const displays = await page.evaluate(() => {
      const around = ['.prose-text', '.prose-row', '.prose', '.main', 'body'].map(name =>
        document.querySelector(name),
      )
      return around.map(element => element && getComputedStyle(element).display)
    })
    expect(new Set(displays)).toEqual(new Set(['block']))
    expect(await page.locator('video').isVisible()).toBe(false)
  })
})
