// The light/dark switch of docs/recipes/dark-mode.md, in a browser.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { copyBuilt, editFile, runScript } from '../support/copy-project.ts'
import { documentedCode } from '../support/documented-code.ts'
import { start } from '../support/process.ts'
import { needsDev, runDev } from '../support/run-dev.ts'
import { needsPackaged } from './support/carried.ts'
import { newPage } from './support/open-page.ts'

const folder = copyBuilt(inject('fixture'))
for (const { file, code } of documentedCode('dark-mode')) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), code)
}
editFile(folder, 'server/site/policy.ts', /scripts: .*/, `scripts: '<script src="/theme.js"></script>',`)

/** The colour scheme of a page, by its background. */
const schemeOf = (page: Page) =>
  page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = getComputedStyle(document.documentElement).backgroundColor
    context.fillRect(0, 0, 1, 1)
    return (context.getImageData(0, 0, 1, 1).data[0] ?? 0) > 128 ? 'light' : 'dark'
  })
const switchOf = (page: Page) => page.getByRole('button', { name: 'Light or dark' })

describe('the documented light/dark switch', needsPackaged(), () => {
  let url: string
  beforeAll(async () => {
    const { code, output } = await runScript(folder, 'scripts/build.ts')
    expect(code, output).toBe(0)
    url = (await start(folder)).url
  })

  async function open(options: BrowserContextOptions = {}) {
    const opened = await newPage('@sparticuz/chromium', options)
    await opened.page.goto(url)
    return opened
  }

  test.each([
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const)('switches a %s system to %s, and back', async (colorScheme, other) => {
    const { page, errors } = await open({ colorScheme })
    await page.locator('html[data-hydrated]').waitFor()
    expect(await schemeOf(page)).toBe(colorScheme)
    await switchOf(page).click()
    expect(await schemeOf(page)).toBe(other)
    await switchOf(page).click()
    expect(await schemeOf(page)).toBe(colorScheme)
    expect(errors).toEqual([])
  })

  test('saves the choice, which the next page applies before its first paint', async () => {
    const { page } = await open({ colorScheme: 'light' })
    await page.locator('html[data-hydrated]').waitFor()
    await switchOf(page).click()
    expect(await schemeOf(page)).toBe('dark')
    await page.addInitScript(() => {
      const noteAtBody = (_: unknown, observer: MutationObserver) => {
        if (!document.body) return
        observer.disconnect()
        const { colorScheme } = getComputedStyle(document.documentElement)
        Object.assign(window, { schemeAtBody: colorScheme })
      }
      new MutationObserver(noteAtBody).observe(document, { childList: true, subtree: true })
    })
    await page.goto(`${url}/kontakt`)
    expect(await page.evaluate('window.schemeAtBody')).toBe('dark')
  })

  test('keeps the choice after a click on a link', async () => {
    const { page, errors } = await open({ colorScheme: 'light' })
    await page.locator('html[data-hydrated]').waitFor()
    await switchOf(page).click()
    await page.getByRole('link', { name: 'Kontakt' }).first().click()
    await page.waitForURL('**/kontakt')
    expect(await schemeOf(page)).toBe('dark')
    expect(errors).toEqual([])
  })

  test('works on a page that never hydrates', async () => {
    const { page, errors } = await open({ colorScheme: 'light' })
    await page.goto(`${url}/impressum`)
    await switchOf(page).click()
    expect(await schemeOf(page)).toBe('dark')
    expect(errors).toEqual([])
  })

  test('is hidden without scripts, when the page follows the system', async () => {
    const { page } = await open({ colorScheme: 'dark', javaScriptEnabled: false })
    expect(await schemeOf(page)).toBe('dark')
    expect(await switchOf(page).isVisible()).toBe(false)
  })

  test('causes no React error in development', needsDev(), async () => {
    const dev = await runDev(folder)
    const { page, errors } = await newPage('@sparticuz/chromium', { colorScheme: 'light' })
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
    await page.goto(dev.url)
    await page.locator('html[data-hydrated]').waitFor()
    expect(await schemeOf(page)).toBe('dark')
    expect(errors).toEqual([])
  })
})
