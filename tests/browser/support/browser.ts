import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { carried, type Packaged } from './carried.ts'
import { canBePictured } from './open-pages.ts'
import type { Driver } from './visitor.ts'

export type { Browser, BrowserContext, Page } from 'playwright-core'

/** Hinting rounds the widths of letters to whole pixels. Without it, words are as wide as in visitors' browsers. */
const args = ['--no-sandbox', '--font-render-hinting=none']

export async function launchPackaged(name: Packaged, options: LaunchOptions = {}): Promise<Browser> {
  const allArgs = [...args, ...(options.args ?? [])]
  const browser = await chromium.launch({ ...carried(name), ...options, args: allArgs })
  const openPages = () => browser.contexts().flatMap(context => context.pages())
  canBePictured(() => openPages().map(page => page.screenshot()))
  return browser
}

export async function launchChromium(name: Packaged): Promise<Driver> {
  const browser = await launchPackaged(name)
  let page = await browser.newPage()
  return {
    // In a new page: if a navigation changes the process while scripts are loading, Chrome 109 reports only a part of it,
    // and the driver waits for the rest.
    async goto(url, width, height) {
      await page.close()
      page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width, height } })
      await page.goto(url)
    },
    evaluate: expression => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    moveTo: (x, y) => page.mouse.move(x, y),
    press: key => page.keyboard.press(key),
    close: () => browser.close(),
  }
}

/** Collects the errors of a page: on its console, and uncaught. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = []
  // Browsers log the 4xx status of a page. Chrome 109 considers the `popover` attribute experimental.
  const isExpected = (text: string) => /status of 4\d\d|'popover' attribute/.test(text)
  // The script of a service may be unreachable. A policy that blocks it is a different error.
  const isOutOfReach = (text: string, { url }: { url: string }) =>
    text.includes('net::ERR_') && new URL(url).origin !== new URL(page.url()).origin
  page.on('console', message => {
    const text = message.text()
    if (message.type() === 'error' && !isExpected(text) && !isOutOfReach(text, message.location()))
      errors.push(text)
  })
  page.on('pageerror', error => errors.push(String(error)))
  return errors
}
