// npm run dev in a browser: a stylesheet is swapped in place, an edited page keeps its scroll position, and an overlay shows a
// mistake.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Page } from '../../../tests/browser/support/browser.ts'
import { needsPackaged } from '../../../tests/browser/support/carried.ts'
import { newPage } from '../../../tests/browser/support/open-page.ts'
import { copyBuilt } from '../../../tests/support/copy-project.ts'
import { type DevServer, startDev } from './support/start-dev.ts'

const folder = copyBuilt(inject('fixture'))
writeFileSync(join(folder, '.env'), 'PUBLIC_PLACE=am Kanal\n')

describe('npm run dev', needsPackaged(), () => {
  let dev: DevServer
  beforeAll(async () => {
    dev = await startDev(folder)
  })

  /** Resolves when a page is hydrated and has no overlay. */
  const isFine = (page: Page) => page.locator('html[data-hydrated]:not(:has(dev-problem))').waitFor()

  /** Opens a page that listens for edits. */
  async function openPage(path: string): Promise<Page> {
    const { page } = await newPage('@sparticuz/chromium', { viewport: { width: 390, height: 300 } })
    const isListening = page.waitForResponse(response => response.url().includes('/dev/events'))
    await page.goto(dev.url + path)
    await isListening
    await isFine(page)
    return page
  }

  describe('after an edit of a stylesheet', () => {
    const addOutline = () =>
      dev.edit('shared/site/styles/index.css', /$/, '\n@layer base { h1 { outline: 7px solid } }')
    const outlineOf = (page: Page) =>
      page.locator('h1').evaluate(heading => getComputedStyle(heading).outlineStyle)

    test('drops a deleted rule', async () => {
      const undo = addOutline()
      await dev.isEdited()
      const page = await openPage('/')
      expect(await outlineOf(page)).toBe('solid')
      undo()
      await expect.poll(() => outlineOf(page)).toBe('none')
    })

    test('keeps the state of the page if it was tokens.css', async () => {
      const page = await openPage('/tagessaetze')
      await page.getByRole('button', { name: 'Ein Tag mehr' }).click()
      dev.edit('shared/site/styles/tokens.css', /--r-paper: .*;/, '--r-paper: light-dark(#abcdef, #123456);')
      const groundOf = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      await expect.poll(groundOf).toBe('rgb(171, 205, 239)')
      await page.getByText('11 Tage').waitFor()
    })
  })

  test('keeps the scroll position after an edit of a page', async () => {
    const page = await openPage('/musterseite')
    await page.evaluate(() => scrollTo(0, 600))
    dev.edit('shared/site/pages/everything.tsx', 'What comes in no order:', 'In keiner Reihenfolge:')
    await page.getByText('In keiner Reihenfolge:').waitFor({ state: 'attached' })
    await isFine(page)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
  })

  test('shows a public variable, and still does after hydration', async () => {
    dev.edit('shared/site/pages/everything.tsx', 'What comes in no order:', '{process.env.PUBLIC_PLACE}')
    await dev.isEdited()
    const page = await openPage('/musterseite')
    await page.getByText('am Kanal').waitFor()
    await isFine(page)
  })

  describe('after a mistake', () => {
    const overlayOf = (page: Page) => page.locator('dev-problem', { hasText: 'shared/document.tsx' })
    const makeMistake = () => dev.edit('shared/document.tsx', 'Document(', 'Document((')

    test('shows an overlay over the page', async () => {
      const page = await openPage('/')
      const undo = makeMistake()
      await overlayOf(page).waitFor()
      expect(await page.evaluate(elementInTheMiddle)).toBe('DEV-PROBLEM')
      undo()
      await isFine(page)
    })
  })
})

// The function below runs in the page.

const elementInTheMiddle = () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.tagName
