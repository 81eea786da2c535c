import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch } from 'puppeteer-core'
import { find } from './needs.ts'
import type { Visitor } from './visitor.ts'

/** Starts the system's Firefox, and drives it over WebDriver BiDi. */
export async function launchFirefox(): Promise<Visitor> {
  const home = mkdtempSync(join(tmpdir(), 'firefox-test-'))
  const browser = await launch({
    browser: 'firefox',
    executablePath: find('firefox') ?? 'firefox',
    env: { ...process.env, HOME: home }, // Firefox does not start as root where HOME is another user's.
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  })
  const page = await browser.newPage()
  return {
    goto: async url => void (await page.goto(url)),
    back: async () => void (await page.goBack()),
    evaluate: expression => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    press: key => page.keyboard.press(key),
    resize: (width, height) => page.setViewport({ width, height }),
    async consoleOf(urls, lastWords) {
      const heard: string[] = []
      for (const url of urls) {
        const listener = await browser.newPage()
        const { promise: ended, resolve: end } = Promise.withResolvers<void>()
        const hear = (message: string) => (message === lastWords ? end() : heard.push(message))
        listener.on('console', message => hear(message.text()))
        listener.on('pageerror', error => hear(String(error)))
        await Promise.all([listener.goto(url), ended])
        await listener.close()
      }
      return heard
    },
    async close() {
      await browser.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
