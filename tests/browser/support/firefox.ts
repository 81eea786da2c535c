// The system's Firefox, as visitors have it, instead of Playwright's patched build
// (https://playwright.dev/docs/browsers#firefox). Puppeteer drives it over a standard: https://www.w3.org/TR/webdriver-bidi/
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'puppeteer-core'
import { find } from '../../support/needs.ts'
import { canBePictured } from './open-pages.ts'
import type { Driver } from './visitor.ts'

/** Starts the system's Firefox, and drives it over WebDriver BiDi. */
export async function launchFirefox(): Promise<Driver> {
  // Not removed at the end, because the browser's processes may still write to it. It's among the temporary files of the run.
  const home = mkdtempSync(join(tmpdir(), 'firefox-test-'))
  const browser = await launch({
    browser: 'firefox',
    executablePath: find('firefox-esr') ?? 'firefox',
    env: { ...process.env, HOME: home }, // Firefox doesn't start as root if HOME belongs to another user.
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
    timeout: 0, // The timeout of the tests is enough.
  })
  const page = await browser.newPage() // Unlike the first page, it has the focus.
  page.setDefaultTimeout(0)
  canBePictured(() => [page.screenshot()])
  return {
    async goto(url, width, height) {
      await page.setViewport({ width, height })
      await page.goto(url)
    },
    evaluate: expression => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    moveTo: (x, y) => page.mouse.move(x, y),
    press: key => page.keyboard.press(key),
    close: () => browser.close(),
  }
}
